-- 1: a user added the event and its time (stays/repair.ts). Until now a comment said so.
ALTER TABLE event ADD COLUMN typed INTEGER NOT NULL DEFAULT 0;
-- The change of the comment makes the evidence log note the new state.
UPDATE event SET typed = 1, comment = '' WHERE comment = 'added_by_hand'
  AND uuid IN (SELECT value FROM stay_repair, json_each(uuids) WHERE act IN ('open', 'close'));
-- Stays with checked or typed events have new marks.
INSERT INTO stay_due
  SELECT place_id, min(event_ms), max(event_ms) FROM event WHERE event_id IN (SELECT event_id FROM event_check)
  GROUP BY place_id
  ON CONFLICT DO UPDATE SET since_ms = min(since_ms, excluded.since_ms), until_ms = max(until_ms, excluded.until_ms);
