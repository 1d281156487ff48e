-- Sections of 65,536 events (docs/decisions/0072) above the blocks of migration 0011: how many events of each
-- kind they hold, and which of them have which two characters of a plate, so that ten million events are
-- counted without reading their blocks. Built from the blocks by workers/block-keeper.ts.
CREATE TABLE event_section (
  section INTEGER PRIMARY KEY, -- event_id / 65536
  state INTEGER NOT NULL, -- 0: one of its events changed since. 1: being built. 2: built
  n INTEGER NOT NULL, -- how many events it holds
  min_ms INTEGER NOT NULL, -- the earliest and the latest event_ms of them
  max_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE event_section_kinds (
  section INTEGER PRIMARY KEY,
  counts BLOB NOT NULL, -- event_kind.kind_id (0: no event) and how many events have it, 4 bytes each
  kinds BLOB NOT NULL -- for each number, the position of its kind in `counts`, 2 bytes
) STRICT;

CREATE TABLE event_gram (
  section INTEGER NOT NULL,
  gram TEXT NOT NULL, -- one character or two neighbours of a plate, folded by look-alikes
  lists BLOB NOT NULL, -- the events by spelling and position (events/list/gram-index.ts)
  PRIMARY KEY (section, gram)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER event_section_in AFTER INSERT ON event BEGIN
  UPDATE event_section SET state = 0 WHERE section = new.event_id / 65536 AND state <> 0;
END;
CREATE TRIGGER event_section_out AFTER DELETE ON event BEGIN
  UPDATE event_section SET state = 0 WHERE section = old.event_id / 65536 AND state <> 0;
END;
CREATE TRIGGER event_section_change AFTER UPDATE OF event_ms, place_id, event_type, plate_color, status, response_status, plate_key ON event
WHEN (old.event_ms, old.place_id, old.event_type, old.plate_color, old.status, old.response_status, old.plate_key) IS NOT (new.event_ms, new.place_id, new.event_type, new.plate_color, new.status, new.response_status, new.plate_key) BEGIN
  UPDATE event_section SET state = 0 WHERE section = new.event_id / 65536 AND state <> 0;
END;
