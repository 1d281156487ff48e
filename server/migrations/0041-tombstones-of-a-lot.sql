-- A dossier names the events of its lot and time that were deleted.
CREATE INDEX event_tombstone_of_lot ON event_tombstone (lot_no, event_ms);
