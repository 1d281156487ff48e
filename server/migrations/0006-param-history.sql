-- What was changed of the configuration, by whom and from where: each entry with the section as it was before and after, so that it can be brought back.
CREATE TABLE param_history (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  timestamp_ms INTEGER NOT NULL,
  who TEXT NOT NULL,
  address TEXT NOT NULL,
  call TEXT NOT NULL, -- the call that did it
  section TEXT NOT NULL, -- a group of parameters, or what else is configuration
  subject TEXT NOT NULL, -- which camera or scene; empty where there is one alone
  before TEXT NOT NULL, -- JSON; secrets are sealed
  after TEXT NOT NULL,
  restored_from INTEGER -- the entry whose state was brought back
) STRICT;
CREATE INDEX param_history_by_section ON param_history (section, id);
