-- Recorded looks of the analysis application (docs/what-if.md). The files lie in the media folder: recordings/<name>.looks, and recordings/<name>-<time>.jpg for each picture.
CREATE TABLE recording (
  recording_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  camera_sn TEXT NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  looks INTEGER NOT NULL,
  bytes INTEGER NOT NULL, -- with its pictures
  pictures TEXT NOT NULL -- JSON: their times
) STRICT;
CREATE INDEX recording_time ON recording (from_ms);
