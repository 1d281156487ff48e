-- The ledger of human decisions (docs/decisions/0035): who decided what about which event, from what to what. It outlives the event.
CREATE TABLE check_ledger (
  entry_id INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  checked_by TEXT NOT NULL,
  uuid TEXT NOT NULL, -- of the event, which may have been deleted since
  event_ms INTEGER NOT NULL,
  event_type INTEGER NOT NULL,
  parking_no TEXT NOT NULL,
  camera_name TEXT NOT NULL,
  lot_no TEXT NOT NULL,
  plate_color TEXT NOT NULL,
  verdict TEXT NOT NULL, -- contract, check_verdicts
  plate_before TEXT NOT NULL,
  plate_after TEXT NOT NULL,
  plates TEXT NOT NULL, -- both without spaces and dots, in capitals, for the search
  reason TEXT NOT NULL,
  status_before INTEGER, -- null for entries from before this migration
  status_after INTEGER
) STRICT;
CREATE INDEX ledger_by_time ON check_ledger (at_ms, entry_id);
CREATE INDEX ledger_by_user ON check_ledger (checked_by, at_ms, entry_id);
CREATE INDEX ledger_of_event ON check_ledger (uuid, entry_id);

INSERT INTO check_ledger (at_ms, checked_by, uuid, event_ms, event_type, parking_no, camera_name, lot_no,
    plate_color, verdict, plate_before, plate_after, plates, reason)
  SELECT c.at_ms, c.checked_by, e.uuid, e.event_ms, e.event_type, p.parking_no, p.camera_name, p.lot_no,
    e.plate_color, c.verdict, c.plate_before, c.plate_after,
    upper(replace(replace(c.plate_before || ' ' || c.plate_after, '·', ''), '-', '')), c.reason
  FROM event_check c JOIN event e USING (event_id) JOIN place p USING (place_id) ORDER BY c.check_id;
