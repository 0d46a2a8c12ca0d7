-- Who has given up: the seat, after how many entries, and the bot that plays on for it, if one does.
ALTER TABLE games ADD COLUMN resigned TEXT;
