-- Messages for the MQTT broker (docs/integrate/mqtt.md). A row is written in the transaction of the event or the
-- alarm that it reports, by triggers that exist while MQTT is on (server/src/mqtt/outbox.store.ts).
CREATE TABLE mqtt_outbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, -- without a gap: a rolled back row gives its number back
  id TEXT NOT NULL,
  kind TEXT NOT NULL, -- event, alarm
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL, -- JSON, never changed: a message that is sent twice has the same bytes
  sent_ms INTEGER -- when the broker confirmed it; null while it waits
) STRICT;
CREATE INDEX mqtt_outbox_waiting ON mqtt_outbox (seq) WHERE sent_ms IS NULL;

-- Topics of lots that a broker keeps, so that those of lots that are gone can be cleared.
CREATE TABLE mqtt_retained (topic TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE mqtt_tally (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  sent INTEGER NOT NULL,
  dropped INTEGER NOT NULL,
  sent_ms INTEGER
) STRICT;
INSERT INTO mqtt_tally VALUES (1, 0, 0, NULL);
