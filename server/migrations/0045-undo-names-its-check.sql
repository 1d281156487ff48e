-- Which check an undo takes back, so that checks made before it can be undone in turn (checks/standing-checks.ts).
ALTER TABLE event_check ADD COLUMN undoes INTEGER; -- the number of that check among those of its event, from 1; null for a check
ALTER TABLE check_ledger ADD COLUMN undoes INTEGER; -- the entry of that check; null for a check and for the undo of a review
-- Until now, an undo took back the row right before it.
UPDATE event_check SET undoes = earlier.n
  FROM (SELECT check_id, row_number() OVER (PARTITION BY event_id ORDER BY check_id) - 1 AS n FROM event_check) AS earlier
  WHERE earlier.check_id = event_check.check_id AND reason = 'undone' AND earlier.n > 0;
UPDATE check_ledger SET undoes = earlier.entry
  FROM (SELECT entry_id, lag(entry_id) OVER (PARTITION BY uuid ORDER BY entry_id) AS entry
    FROM check_ledger WHERE review_of IS NULL) AS earlier
  WHERE earlier.entry_id = check_ledger.entry_id AND reason = 'undone' AND review_of IS NULL;
