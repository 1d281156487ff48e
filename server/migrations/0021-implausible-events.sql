-- An observation that cannot be as reported begins with status 5 (server/src/events/record/implausible.ts).
DROP TRIGGER event_first;
CREATE TRIGGER event_first BEFORE INSERT ON event WHEN new.status NOT IN (7, 6, 0, 1, 8, 5) BEGIN
  SELECT RAISE(ABORT, 'an event cannot begin with this status');
END;
