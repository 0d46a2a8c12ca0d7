-- One row that is written anew to see whether the database takes writes.
CREATE TABLE health (
    id BIGINT NOT NULL PRIMARY KEY CHECK (id = 0),
    checked BIGINT NOT NULL
);
