-- Whether a user had typed the deleted event; 0 for events that were deleted before this version.
ALTER TABLE event_tombstone ADD COLUMN typed INTEGER NOT NULL DEFAULT 0;
