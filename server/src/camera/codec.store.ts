/** What each camera's main stream is encoded with, as it said itself: `H.264`. One document, for it is a word for each camera, written when it is measured. */
import type { Db } from '../core/db.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'
import { allCameras } from './camera.store.ts'

const key = 'camera_codec'
type Codecs = Readonly<Record<string, string>>

/** By camera_sn. */
export const codecsOf = (db: Db): Codecs => readSetting<Codecs>(db, key, {})

/** Keeps it; an empty one forgets. Cameras that were deleted are forgotten too. */
export function keepCodec(db: Db, camera_sn: string, codec: string, now: number): void {
  const before = codecsOf(db)
  if ((before[camera_sn] ?? '') === codec) return
  const here = new Set(allCameras(db).map((row) => row.camera_sn))
  const kept = Object.entries({ ...before, [camera_sn]: codec }).filter(
    ([sn, word]) => here.has(sn) && word !== '',
  )
  writeSetting(db, key, Object.fromEntries(kept), now)
}
