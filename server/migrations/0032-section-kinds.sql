-- A plate with a kind or a place reads only the kinds that are asked for (docs/decisions/0072). All sections
-- are built again in the background; until then their blocks are read.
DROP TABLE event_section_kinds;
CREATE TABLE event_section_kinds (
  section INTEGER PRIMARY KEY,
  counts BLOB NOT NULL, -- event_kind.kind_id and how many events have it, 4 bytes each
  place_ids BLOB NOT NULL, -- the places of its events, 4 bytes each; 0 stands for "no event"
  places BLOB NOT NULL -- for each number, the position of its place in `place_ids`, 1 byte or 2
) STRICT;

CREATE TABLE event_trait (
  section INTEGER NOT NULL,
  trait TEXT NOT NULL, -- a column of event_kind and its value: 'status=2'
  events BLOB NOT NULL, -- those that have it (events/list/event-bits.ts)
  PRIMARY KEY (section, trait)
) STRICT, WITHOUT ROWID;

UPDATE event_section SET state = 0;
