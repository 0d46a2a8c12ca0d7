-- One row for each game: what it started from, and who sits where.
CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    revision BIGINT NOT NULL,
    setup TEXT NOT NULL,
    seats TEXT NOT NULL,
    auto BOOLEAN NOT NULL,
    created BIGINT NOT NULL,
    base TEXT
);

CREATE INDEX games_by_created ON games (created);

-- How each game stands after its last entry.
CREATE TABLE standings (
    game_id TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    number BIGINT NOT NULL,
    to_act TEXT NOT NULL,
    outcome TEXT
);

-- The journals. Nothing is ever changed here, only added.
CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (game, number)
);

-- The state at the last change of hands, for a game that must go on under newer rules.
CREATE TABLE snapshots (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    number BIGINT NOT NULL,
    state TEXT NOT NULL
);

-- Who holds a token holds its seats. Only a hash is kept.
CREATE TABLE tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id),
    seats TEXT NOT NULL
);

CREATE INDEX tokens_by_game ON tokens (game);
