-- What the evidence log (docs/evidence.md, proof.db) has still to write down, and by which rules each event was decided.

-- The rules as they were: parameters, plan, lots of a scene. Each text once.
CREATE TABLE rule_version (
  rule_id INTEGER PRIMARY KEY,
  sha256 BLOB NOT NULL UNIQUE,
  content TEXT NOT NULL -- JSON by RFC 8785, without secrets
) STRICT;
CREATE TABLE event_rule (
  event_id INTEGER PRIMARY KEY REFERENCES event ON DELETE CASCADE,
  params_id INTEGER NOT NULL,
  plan_id INTEGER NOT NULL,
  lots_id INTEGER -- null where the scene did not exist any more
) STRICT;

CREATE TABLE proof_todo (
  what INTEGER NOT NULL, -- 0: a new event. 1: a changed one. 2: a deleted one
  event_id INTEGER NOT NULL,
  uuid TEXT NOT NULL,
  PRIMARY KEY (what, event_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER proof_event_in AFTER INSERT ON event BEGIN
  INSERT OR REPLACE INTO proof_todo VALUES (0, new.event_id, new.uuid);
END;
CREATE TRIGGER proof_event_changed AFTER UPDATE OF status, checked_plate, comment, correction, media_gone_ms ON event
WHEN old.status <> new.status OR old.comment <> new.comment OR old.correction <> new.correction
  OR old.checked_plate IS NOT new.checked_plate OR old.media_gone_ms IS NOT new.media_gone_ms BEGIN
  INSERT OR IGNORE INTO proof_todo VALUES (1, new.event_id, new.uuid);
END;
CREATE TRIGGER proof_event_out AFTER DELETE ON event BEGIN
  DELETE FROM proof_todo WHERE what IN (0, 1) AND event_id = old.event_id;
  INSERT OR REPLACE INTO proof_todo VALUES (2, old.event_id, old.uuid);
END;
CREATE TRIGGER proof_clip AFTER UPDATE OF outcome ON event_clip WHEN old.outcome IS NOT new.outcome BEGIN
  INSERT OR IGNORE INTO proof_todo SELECT 1, event_id, uuid FROM event WHERE event_id = new.event_id;
END;
CREATE TRIGGER proof_drawn AFTER UPDATE OF outcome ON event_evidence WHEN old.outcome IS NOT new.outcome BEGIN
  INSERT OR IGNORE INTO proof_todo SELECT 1, event_id, uuid FROM event WHERE event_id = new.event_id;
END;
CREATE TRIGGER proof_checked AFTER INSERT ON event_check BEGIN
  INSERT OR IGNORE INTO proof_todo SELECT 1, event_id, uuid FROM event WHERE event_id = new.event_id;
END;
CREATE TRIGGER proof_unchecked AFTER DELETE ON event_check BEGIN
  INSERT OR IGNORE INTO proof_todo SELECT 1, event_id, uuid FROM event WHERE event_id = old.event_id;
END;
