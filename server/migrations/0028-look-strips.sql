-- Thumbnails of the looks that led to an event, in one picture (docs/retention.md). It is kept for fewer days
-- and bytes than the event.
CREATE TABLE look_strip (
  event_id INTEGER PRIMARY KEY REFERENCES event ON DELETE CASCADE,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL -- 0: there was one, and it was deleted
) STRICT;
CREATE INDEX look_strip_kept ON look_strip (event_id, bytes) WHERE bytes > 0;
