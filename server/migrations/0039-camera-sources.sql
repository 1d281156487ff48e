-- A camera is one video source of a device. A serial number, which cameras of a make may share, is not an identity:
-- the device is known by its address, its MAC address and its endpoint in discovery as well.
ALTER TABLE camera ADD COLUMN source_token TEXT NOT NULL DEFAULT '';
ALTER TABLE camera ADD COLUMN sources INTEGER NOT NULL DEFAULT 1; -- how many the device has
ALTER TABLE camera ADD COLUMN serial TEXT NOT NULL DEFAULT ''; -- as the device reports it
ALTER TABLE camera ADD COLUMN mac TEXT NOT NULL DEFAULT ''; -- empty: unknown
ALTER TABLE camera ADD COLUMN endpoint TEXT NOT NULL DEFAULT ''; -- empty: unknown
ALTER TABLE camera ADD COLUMN service_path TEXT NOT NULL DEFAULT ''; -- of the device service; empty: unknown
ALTER TABLE camera ADD COLUMN stills TEXT NOT NULL DEFAULT ''; -- why pictures come from the stream, or empty
ALTER TABLE camera ADD COLUMN urls_typed INTEGER NOT NULL DEFAULT 0; -- whether a user typed the stream addresses

UPDATE camera SET serial = camera_sn WHERE onvif_supported = 1;

DROP INDEX camera_by_address;
CREATE UNIQUE INDEX camera_by_address ON camera (ipv4, onvif_port, source_token) WHERE onvif_supported = 1;
