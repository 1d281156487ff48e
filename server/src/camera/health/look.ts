/**
 * When each camera was last looked at and photographed. Kept in memory: writing it every ten seconds would wear the box's flash
 * memory out for nothing. It belongs to one database, so that two servers in one process (tests) do not share it.
 */
import type { PictureHealth } from '@parking/contract'
import type { Db } from '#src/core/db.ts'

export type Look = {
  look_ms: number
  /** 0 where there is no picture yet. */
  picture_ms: number
  /** What is wrong with the pictures; absent where they are well or were not judged. */
  health?: PictureHealth
}

const looks = new WeakMap<Db, Map<string, Look>>()

/** What was last seen of each camera, by camera_sn. */
export function looksOf(db: Db): Map<string, Look> {
  const known = looks.get(db)
  if (known) return known
  const made = new Map<string, Look>()
  looks.set(db, made)
  return made
}
