/** Pictures on disk and their short-lived signed addresses, so that `<img>` works without a header. */
import { timingSafeEqual } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { Secrets } from './secrets.ts'

const lifetime_ms = 30 * 60_000
/**
 * The address of a picture stays the same for a while, so
 * that the browser's cache helps when a list is polled.
 */
const step_ms = 10 * 60_000

export type Media = {
  /** The folder that holds every picture. */
  readonly folder: string
  /** A signed address for the picture at `path` (relative to the folder). */
  address(path: string, now: number): string
  /** The file of a signed address, or undefined when the signature is wrong or too old. */
  fileOf(path: string, until: string, signature: string, now: number): string | undefined
}

export function openMedia(at: string, secrets: Secrets): Media {
  const folder = resolve(at)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const signature = (path: string, until: string) => secrets.sign('media', `${path}\n${until}`)
  return {
    folder,
    address(path, now) {
      const until = String(Math.ceil(now / step_ms) * step_ms + lifetime_ms)
      const name = path.split('/').map(encodeURIComponent).join('/')
      return `/media/${name}?until=${until}&sign=${signature(path, until)}`
    },
    fileOf(path, until, given, now) {
      const wanted = Buffer.from(signature(path, until))
      const got = Buffer.from(given)
      if (wanted.length !== got.length || !timingSafeEqual(wanted, got) || Number(until) < now)
        return undefined
      const file = resolve(join(folder, path))
      return file.startsWith(folder + sep) ? file : undefined
    },
  }
}
