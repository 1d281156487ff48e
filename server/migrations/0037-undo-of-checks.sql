-- What a check changed, so that its undo brings it back (checks/check-decide.ts). Null for checks of earlier versions.
ALTER TABLE event_check ADD COLUMN checked_before TEXT; -- the checked plate before; null if there was none
ALTER TABLE event_check ADD COLUMN to_check_before INTEGER; -- 1: the event was waiting for a check
-- How many checks each event of a repair had right after it (JSON, in the order of uuids): the undo must find as many.
ALTER TABLE stay_repair ADD COLUMN checks TEXT; -- null for repairs of earlier versions
