-- What lists of games tell of each: when somebody last did something, where it stands, and what the seats play.
ALTER TABLE standings ADD COLUMN moved BIGINT;
ALTER TABLE standings ADD COLUMN stage TEXT;
ALTER TABLE standings ADD COLUMN parts TEXT;
