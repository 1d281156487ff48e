-- The events in chunks of 8,192 by their number (docs/decisions/0100): for each kind, place, and character at
-- each position of the plate, the set of events that have it. This replaces blocks (0011), sections (0030, 0032)
-- and the search of plates (0010). Derived from the events: a chunk in which one changes is deleted by the
-- triggers and built again by workers/event-chunk-builder.ts.
DROP TRIGGER plate_search_in;
DROP TRIGGER plate_search_out;
DROP TRIGGER plate_search_put_right;
DROP TABLE plate_search;
ALTER TABLE event DROP COLUMN plate_fold;
DROP TRIGGER event_block_in;
DROP TRIGGER event_block_out;
DROP TRIGGER event_block_move;
DROP TABLE event_block;
DROP TABLE event_kind;
DROP TRIGGER event_section_in;
DROP TRIGGER event_section_out;
DROP TRIGGER event_section_change;
DROP TABLE event_section;
DROP TABLE event_section_kinds;
DROP TABLE event_trait;
DROP TABLE event_gram;

CREATE TABLE event_chunk (
  chunk INTEGER PRIMARY KEY, -- event_id / 8192
  n INTEGER NOT NULL, -- how many events it holds
  min_ms INTEGER NOT NULL, -- the earliest and the latest event_ms of them
  max_ms INTEGER NOT NULL,
  times BLOB NOT NULL -- event_ms of each number, 8 bytes
) STRICT;

CREATE TABLE event_key (
  key_id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE -- a column and its value ('status=2'), or a character (folded by look-alikes) and its position
) STRICT;

CREATE TABLE event_set (
  set_id INTEGER PRIMARY KEY, -- key_id * 1048576 + chunk: the sets of a key are stored together
  sets BLOB NOT NULL -- events/list/event-sets.ts
) STRICT;

CREATE TRIGGER event_chunk_in AFTER INSERT ON event BEGIN
  DELETE FROM event_chunk WHERE chunk = new.event_id / 8192;
END;
CREATE TRIGGER event_chunk_out AFTER DELETE ON event BEGIN
  DELETE FROM event_chunk WHERE chunk = old.event_id / 8192;
END;
CREATE TRIGGER event_chunk_change AFTER UPDATE OF event_ms, place_id, event_type, plate_color, status, response_status, plate_key ON event
WHEN (old.event_ms, old.place_id, old.event_type, old.plate_color, old.status, old.response_status, old.plate_key) IS NOT (new.event_ms, new.place_id, new.event_type, new.plate_color, new.status, new.response_status, new.plate_key) BEGIN
  DELETE FROM event_chunk WHERE chunk = new.event_id / 8192;
END;
