-- A user may withdraw an event that the device discarded for lack of space: the platform may have it.
INSERT INTO event_move_rule VALUES (3, 0);
