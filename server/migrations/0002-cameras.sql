-- Cameras, scenes and lots (spec §3).

CREATE TABLE camera (
  camera_sn TEXT PRIMARY KEY,
  camera_name TEXT NOT NULL,
  ipv4 TEXT NOT NULL,
  onvif_port INTEGER NOT NULL,
  username TEXT NOT NULL,
  password TEXT NOT NULL, -- sealed (secrets.ts)
  onvif_supported INTEGER NOT NULL,
  ptz_supported INTEGER NOT NULL,
  camera_type INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  stream_url_main TEXT NOT NULL,
  stream_url_sub TEXT NOT NULL,
  frame_url TEXT NOT NULL,
  bit_rate INTEGER NOT NULL,
  frame_rate REAL NOT NULL,
  model TEXT NOT NULL,
  state INTEGER NOT NULL, -- spec §4
  state_reason TEXT NOT NULL, -- the step that failed, or empty
  state_ms INTEGER NOT NULL, -- when the state last changed
  create_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX camera_by_name ON camera (camera_name, camera_sn);
CREATE UNIQUE INDEX camera_by_address ON camera (ipv4, onvif_port) WHERE onvif_supported = 1;

CREATE TABLE scene (
  scene_id TEXT PRIMARY KEY,
  camera_sn TEXT NOT NULL REFERENCES camera ON DELETE CASCADE,
  scene_type INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  parking_no TEXT NOT NULL,
  direction INTEGER NOT NULL,
  ref_width INTEGER NOT NULL,
  ref_height INTEGER NOT NULL,
  feature TEXT, -- JSON
  focus TEXT, -- JSON
  ref_picture TEXT NOT NULL, -- under the media folder, or empty
  update_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX scene_by_camera ON scene (camera_sn);

-- A lot number exists once on the device.
CREATE TABLE lot (
  lot_no TEXT PRIMARY KEY,
  scene_id TEXT NOT NULL REFERENCES scene ON DELETE CASCADE,
  position INTEGER NOT NULL,
  lot_type INTEGER NOT NULL,
  lot_posture INTEGER NOT NULL,
  motor_num INTEGER NOT NULL,
  difficult INTEGER NOT NULL,
  polygon TEXT NOT NULL -- JSON
) STRICT;
CREATE INDEX lot_by_scene ON lot (scene_id, position);
