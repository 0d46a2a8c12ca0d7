-- Whether somebody has used the link of a seat: then nobody else answers for that seat.
ALTER TABLE tokens ADD COLUMN claimed BOOLEAN NOT NULL DEFAULT FALSE;

-- Whether whoever made a game has chosen its seed.
ALTER TABLE games ADD COLUMN seed_chosen BOOLEAN NOT NULL DEFAULT FALSE;

-- Games whose journal was found damaged: after which entry they went on, and what their players are told.
CREATE TABLE repairs (
    game TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (game, number)
);

-- Entries that no longer count after such a repair. Nothing is erased.
CREATE TABLE set_aside (
    game TEXT NOT NULL REFERENCES games (id),
    repair BIGINT NOT NULL,
    number BIGINT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (game, repair, number)
);
