-- What was told of each entry, and to whom: rules to come may not tell it again. Entry 0 is the opening.
CREATE TABLE told (
    game TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (game, number)
);

-- The state at every change of hands, compressed, with the revision of the rules it was written under: for looking back
-- at what newer rules no longer replay.
CREATE TABLE positions (
    game TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (game, number)
);
