-- Parking events (spec §3, §4), laid out for a million rows on a small box.

-- Where an event happened, as it was called at that moment. One row for each place ever seen: a few hundred.
CREATE TABLE place (
  place_id INTEGER PRIMARY KEY,
  parking_no TEXT NOT NULL,
  camera_sn TEXT NOT NULL,
  camera_name TEXT NOT NULL,
  scene_id TEXT NOT NULL,
  lot_no TEXT NOT NULL,
  UNIQUE (parking_no, camera_sn, camera_name, scene_id, lot_no)
) STRICT;

CREATE TABLE event (
  event_id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  event_ms INTEGER NOT NULL,
  create_ms INTEGER NOT NULL,
  place_id INTEGER NOT NULL REFERENCES place,
  event_type INTEGER NOT NULL,
  plate_number TEXT NOT NULL,
  plate_key TEXT NOT NULL, -- upper case, without spaces and dots, for the search
  plate_color TEXT NOT NULL,
  confidence REAL NOT NULL,
  status INTEGER NOT NULL,
  comment TEXT NOT NULL DEFAULT '',
  count_tried INTEGER NOT NULL DEFAULT 0,
  next_try_ms INTEGER NOT NULL, -- its place in the queue while it waits
  send_ms INTEGER, -- when it was last tried
  response_ms INTEGER,
  response_status INTEGER NOT NULL DEFAULT -1,
  response_info TEXT NOT NULL DEFAULT ''
) STRICT;

-- The list is filtered and counted inside this index alone (25 bytes an event).
CREATE INDEX event_list ON event (event_ms, place_id, event_type, status, response_status, plate_color, plate_key);
-- What still has to reach the platform: pending (0), delayed (1), failed (4).
CREATE INDEX event_queue ON event (status, next_try_ms) WHERE status IN (0, 1, 4);
-- The oldest pending event of each lot: an exit must not overtake its entry.
CREATE INDEX event_head ON event (place_id, event_id) WHERE status = 0;

-- The file is named after day, uuid and position (parking/picture.ts).
CREATE TABLE event_picture (
  event_id INTEGER NOT NULL REFERENCES event ON DELETE CASCADE,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 BLOB NOT NULL,
  PRIMARY KEY (event_id, position)
) STRICT, WITHOUT ROWID;

-- How many events there are of each kind, kept by the triggers below: totals, the values to filter by and the
-- conservation law (DESIGN §8) without counting a million rows.
CREATE TABLE event_tally (
  place_id INTEGER NOT NULL,
  event_type INTEGER NOT NULL,
  plate_color TEXT NOT NULL,
  status INTEGER NOT NULL,
  response_status INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (place_id, event_type, plate_color, status, response_status)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER event_tally_in AFTER INSERT ON event BEGIN
  INSERT INTO event_tally VALUES (new.place_id, new.event_type, new.plate_color, new.status, new.response_status, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER event_tally_out AFTER DELETE ON event BEGIN
  UPDATE event_tally SET n = n - 1 WHERE place_id = old.place_id AND event_type = old.event_type
    AND plate_color = old.plate_color AND status = old.status AND response_status = old.response_status;
END;
CREATE TRIGGER event_tally_move AFTER UPDATE OF place_id, event_type, plate_color, status, response_status ON event BEGIN
  UPDATE event_tally SET n = n - 1 WHERE place_id = old.place_id AND event_type = old.event_type
    AND plate_color = old.plate_color AND status = old.status AND response_status = old.response_status;
  INSERT INTO event_tally VALUES (new.place_id, new.event_type, new.plate_color, new.status, new.response_status, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

-- How many events were ever taken in. Nothing ever lowers it.
CREATE TABLE event_ledger (one INTEGER PRIMARY KEY CHECK (one = 1), created INTEGER NOT NULL) STRICT;
INSERT INTO event_ledger VALUES (1, 0);
CREATE TRIGGER event_ledger_in AFTER INSERT ON event BEGIN
  UPDATE event_ledger SET created = created + 1;
END;
