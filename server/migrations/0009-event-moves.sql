-- Every move of an event from one status to another, with its reason; a move that the contract does not know cannot be written
-- (contract/src/event-moves.ts, of which event_move_rule is a copy that a test holds).
ALTER TABLE event ADD COLUMN reason TEXT NOT NULL DEFAULT 'taken_in'; -- why it has this status
ALTER TABLE event ADD COLUMN moved_ms INTEGER NOT NULL DEFAULT 0; -- since when; 0 where it has it from the beginning
ALTER TABLE event ADD COLUMN moved_by TEXT NOT NULL DEFAULT ''; -- the user who moved it; empty for the device itself

CREATE TABLE event_move (
  event_id INTEGER NOT NULL REFERENCES event ON DELETE CASCADE,
  at_ms INTEGER NOT NULL,
  from_status INTEGER NOT NULL,
  to_status INTEGER NOT NULL,
  reason TEXT NOT NULL,
  moved_by TEXT NOT NULL
) STRICT;
CREATE INDEX event_move_of ON event_move (event_id);

CREATE TABLE event_move_rule (from_status INTEGER NOT NULL, to_status INTEGER NOT NULL, PRIMARY KEY (from_status, to_status)) STRICT, WITHOUT ROWID;
INSERT INTO event_move_rule VALUES
  (7, 6), (7, 0), (7, 1), (7, 5), (7, 8), (7, 3), (7, 9),
  (5, 7), (5, 8), (5, 3), (5, 9),
  (6, 0), (6, 1), (6, 2), (6, 4), (6, 3), (6, 9),
  (1, 6), (1, 0), (1, 2), (1, 4), (1, 3), (1, 9),
  (0, 6), (0, 1), (0, 2), (0, 4), (0, 3), (0, 9),
  (4, 6), (4, 0), (4, 1), (4, 2), (4, 3), (4, 9),
  (2, 0), (2, 1),
  (8, 7), (8, 6), (8, 0), (8, 1), (8, 3), (8, 9),
  (3, 2), (9, 2);

CREATE TRIGGER event_first BEFORE INSERT ON event WHEN new.status NOT IN (7, 6, 0, 1, 8) BEGIN
  SELECT RAISE(ABORT, 'an event cannot begin with this status');
END;
CREATE TRIGGER event_may_go BEFORE UPDATE OF status ON event
WHEN old.status <> new.status AND NOT EXISTS (SELECT 1 FROM event_move_rule WHERE from_status = old.status AND to_status = new.status) BEGIN
  SELECT RAISE(ABORT, 'an event cannot go from this status to that');
END;
CREATE TRIGGER event_went AFTER UPDATE OF status ON event WHEN old.status <> new.status BEGIN
  INSERT INTO event_move VALUES (new.event_id, new.moved_ms, old.status, new.status, new.reason, new.moved_by);
END;

-- What somebody deleted: the bill it was is gone from the device, that it was there is not. An application that reports it again is told that it is known.
CREATE TABLE event_tombstone (
  uuid TEXT PRIMARY KEY,
  event_ms INTEGER NOT NULL,
  parking_no TEXT NOT NULL,
  lot_no TEXT NOT NULL,
  event_type INTEGER NOT NULL,
  plate_number TEXT NOT NULL,
  status INTEGER NOT NULL, -- when it was deleted
  deleted_ms INTEGER NOT NULL,
  deleted_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- created = sum over statuses + deleted, at every moment (DESIGN §8).
ALTER TABLE event_ledger ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER event_ledger_out AFTER DELETE ON event BEGIN
  UPDATE event_ledger SET deleted = deleted + 1;
END;
