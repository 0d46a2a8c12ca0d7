-- On whose account the bots of a game think: 16 bits of a keyed hash of the address that made it, not the address.
-- Nothing for games that were made before this was kept.
ALTER TABLE games ADD COLUMN account BIGINT;

-- What the hash is keyed with.
CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
);

INSERT INTO secrets (name, value) VALUES ('accounts', randomblob(32));

-- Which token is that of whoever made the game, and when one was last used, in milliseconds since 1970, to the day.
-- The host's token has always been the first of its game to be kept.
ALTER TABLE tokens ADD COLUMN host BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE tokens ADD COLUMN used BIGINT;

UPDATE tokens SET host = TRUE
WHERE rowid IN (SELECT MIN(rowid) FROM tokens GROUP BY game);

-- Nobody knows whether others have come to the games there are: they are taken to have been here today.
UPDATE tokens SET used = 1000 * CAST(strftime('%s', 'now') AS BIGINT)
WHERE NOT host AND game IN (SELECT game FROM tokens GROUP BY game HAVING COUNT(*) > 2);
