-- Letters between the people at a table, in the order in which they were written.
CREATE TABLE letters (
    game TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    letter TEXT NOT NULL,
    PRIMARY KEY (game, number)
);
