/**
 * Stores the settings of `/metrics`, with only the SHA-256 of its token, and counts for it in the database.
 */
import type { Db } from '../core/db.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

export type MetricsSettings = { enabled: boolean; token_sha256: string; token_ms: number | null }

const key = 'metrics'
const factory: MetricsSettings = { enabled: false, token_sha256: '', token_ms: null }

export const metricsSettings = (db: Db): MetricsSettings => ({
  ...factory,
  ...readSetting<Partial<MetricsSettings>>(db, key, {}),
})

export const writeMetricsSettings = (db: Db, settings: MetricsSettings, now: number): void =>
  writeSetting(db, key, settings, now)

/** Cameras by their state (contract, camera_state). */
export const camerasByState = (db: Db): Map<number, number> =>
  new Map(
    db
      .all<{ state: number; n: number }>('SELECT state, count(*) AS n FROM camera GROUP BY state')
      .map(({ state, n }) => [state, n]),
  )

type LotPlace = { lot_no: string; scene_id: string; watched: 0 | 1 }

/** Every lot, and whether its scene is enabled and its camera online. */
export const lotPlaces = (db: Db, online: number): LotPlace[] =>
  db.all<LotPlace>(
    `SELECT lot_no, scene_id, (enabled = 1 AND state = ?) AS watched
      FROM lot JOIN scene USING (scene_id) JOIN camera USING (camera_sn)`,
    [online],
  )

/** Bytes of the database file, and of the pictures and clips of all events. */
export const storedBytes = (db: Db): { database: number; media: number } => ({
  database:
    (db.get<{ n: number }>('SELECT page_count AS n FROM pragma_page_count')?.n ?? 0) *
    (db.get<{ n: number }>('SELECT page_size AS n FROM pragma_page_size')?.n ?? 0),
  media: db.get<{ bytes: number }>('SELECT bytes FROM media_tally')?.bytes ?? 0,
})
