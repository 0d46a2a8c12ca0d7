-- Somebody asks the others to go back: who, to where, and who has agreed.
ALTER TABLE standings ADD COLUMN request TEXT;

-- What a person has ordered ahead for a seat, and whether forced moves are played for it.
CREATE TABLE orders (
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    auto BOOLEAN NOT NULL,
    orders TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);
