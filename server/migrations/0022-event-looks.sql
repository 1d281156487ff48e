-- What the analysis application saw around a decision: the answer to "why?" in the detail of an event.
CREATE TABLE event_looks (
  event_id INTEGER PRIMARY KEY REFERENCES event ON DELETE CASCADE,
  looks TEXT NOT NULL -- JSON: event_look of the contract, oldest first
) STRICT;
