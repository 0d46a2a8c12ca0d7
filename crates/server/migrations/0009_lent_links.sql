-- Links by which whoever made the game sits in a seat on another device: they go when somebody else takes the seat.
ALTER TABLE tokens ADD COLUMN lent BOOLEAN NOT NULL DEFAULT FALSE;
