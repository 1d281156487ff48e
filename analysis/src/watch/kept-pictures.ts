/** Keeps the pictures of one camera that an event may still need, in memory. */
import type { PictureAt } from './spool.ts'

/** Number of newest pictures that are always kept. */
const newest = 3
/** Limit for a camera with many changes at once; the oldest pictures are dropped first. */
const max_bytes = 48 * 1024 * 1024

export type KeptPictures = {
  put: (time: number, jpeg: Uint8Array) => void
  /** Drops pictures that are neither wanted nor among the newest. */
  keepOnly: (wanted: ReadonlySet<number>) => void
  at: PictureAt
}

export function createKeptPictures(): KeptPictures {
  const kept = new Map<number, Uint8Array>()
  return {
    put: (time, jpeg) => void kept.set(time, jpeg),
    keepOnly(wanted) {
      const times = [...kept.keys()].sort((a, b) => b - a)
      let bytes = 0
      times.forEach((time, at) => {
        bytes += kept.get(time)!.length
        if ((at >= newest && !wanted.has(time)) || (at >= newest && bytes > max_bytes)) kept.delete(time)
      })
    },
    at(time) {
      let found: number | undefined
      for (const one of kept.keys())
        if (found === undefined || Math.abs(one - time) < Math.abs(found - time)) found = one
      const jpeg = found === undefined ? undefined : kept.get(found)
      return found !== undefined && jpeg ? { time: found, jpeg } : undefined
    },
  }
}
