-- The events in blocks of 2048 by their number, column by column (parking/event-block.store.ts): what no index answers (a plate found in very many events, the far pages of a place) is looked through in a few large
-- pieces instead of a million rows. Drawn from the events and nothing of its own: a block in which anything changes is gone at once, and is made anew when there is time (workers/block-keeper.ts).
CREATE TABLE event_block (
  block INTEGER PRIMARY KEY, -- event_id / 2048
  n INTEGER NOT NULL, -- how many events are in it
  least_ms INTEGER NOT NULL, -- the earliest and the latest event_ms of them
  most_ms INTEGER NOT NULL,
  width INTEGER NOT NULL, -- bytes for each plate
  kinds BLOB NOT NULL, -- event_kind.kind_id of each number, 4 bytes; 0 where there is no event
  plates BLOB NOT NULL, -- plate_key of each number in UTF-8, filled up with line feeds to the width: one at least
  folds BLOB NOT NULL, -- the same of plate_fold
  times BLOB NOT NULL -- event_ms of each number, 8 bytes
) STRICT;

-- Where and of what kind an event is, as one number.
CREATE TABLE event_kind (
  kind_id INTEGER PRIMARY KEY,
  place_id INTEGER NOT NULL,
  event_type INTEGER NOT NULL,
  plate_color TEXT NOT NULL,
  status INTEGER NOT NULL,
  response_status INTEGER NOT NULL,
  UNIQUE (place_id, event_type, plate_color, status, response_status)
) STRICT;

CREATE TRIGGER event_block_in AFTER INSERT ON event BEGIN
  DELETE FROM event_block WHERE block = new.event_id / 2048;
END;
CREATE TRIGGER event_block_out AFTER DELETE ON event BEGIN
  DELETE FROM event_block WHERE block = old.event_id / 2048;
END;
CREATE TRIGGER event_block_move AFTER UPDATE OF event_ms, place_id, event_type, plate_color, status, response_status, plate_key ON event
WHEN (old.event_ms, old.place_id, old.event_type, old.plate_color, old.status, old.response_status, old.plate_key) IS NOT (new.event_ms, new.place_id, new.event_type, new.plate_color, new.status, new.response_status, new.plate_key) BEGIN
  DELETE FROM event_block WHERE block = new.event_id / 2048;
END;
