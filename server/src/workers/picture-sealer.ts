/**
 * Encrypts the pictures that a version before docs/decisions/0049 left plain, slowly and once: it is done
 * after a pass that found none. Restoring a snapshot that contains such pictures starts it again.
 */
import type { Dirent } from 'node:fs'
import { open, readdir, rename, rm, utimes, type FileHandle } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../core/db.ts'
import type { Deps } from '../core/deps.ts'
import { isFull, spaceOf, type Space } from '../core/files/disk-space.ts'
import type { Part } from '../core/part.ts'
import { isSealed, piece_bytes } from '../core/sealed/sealed-format.ts'
import { readSetting, writeSetting } from '../core/settings.store.ts'

export type PictureSealerOptions = {
  /** The delay after the start: pending events come first. */
  first_delay_ms?: number
  /** The share of time, from 0 to 1, that it may use. */
  max_share?: number
  space?: (folder: string) => Promise<Space>
}

/** When a pass left no plain picture, in milliseconds since 1970. */
const setting = 'pictures_sealed'
/** The pause after an incomplete pass: the disk was full, or a file could not be read. */
const retry_ms = 3_600_000
const pictures = /\.(jpg|mp4)$/
/** The ending of the encrypted copy until it is renamed to the picture's own name. */
const half_ending = '.sealing.part'

/** Whether pictures of an earlier version may still be plain: true until a pass has found none. */
export const arePicturesPlain = (db: Db): boolean => readSetting(db, setting, 0) === 0

type Pass = { sealed: number; left: number }

export function createPictureSealer(
  deps: Pick<Deps, 'db' | 'media' | 'folder' | 'now' | 'log'>,
  { first_delay_ms = 60_000, max_share = 0.1, space = spaceOf }: PictureSealerOptions = {},
): Part {
  const { db, media, folder, log } = deps
  const ending = new AbortController()
  const isOver = () => ending.signal.aborted

  async function run(): Promise<void> {
    await pause(first_delay_ms)
    while (!isOver() && arePicturesPlain(db)) {
      const pass: Pass = { sealed: 0, left: 0 }
      await sealBelow(media.folder, pass)
      for (const { name } of await entriesOf(join(folder, 'snapshots')))
        await sealBelow(join(folder, 'snapshots', name, 'media'), pass)
      if (isOver()) return
      if (pass.sealed > 0) log.info(pass, 'pictures of an earlier version were encrypted')
      if (pass.left === 0) writeSetting(db, setting, deps.now(), deps.now())
      else await pause(retry_ms)
    }
  }

  const pause = (ms: number): Promise<void> =>
    wait(ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)

  /** `at`: the media folder, or the media folder of a snapshot with the same paths. */
  async function sealBelow(at: string, pass: Pass, below = ''): Promise<void> {
    for (const entry of await entriesOf(join(at, below))) {
      if (isOver()) return
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) {
        // Previews are deleted by the next preview.
        if (path !== 'previews') await sealBelow(at, pass, path)
      } else if (entry.isFile() && pictures.test(path)) await sealOne(at, path, pass)
      else if (path.endsWith(half_ending)) await rm(join(at, path), { force: true })
    }
  }

  async function sealOne(at: string, path: string, pass: Pass): Promise<void> {
    const begun = performance.now()
    const file = join(at, path)
    const handle = await open(file).catch(() => undefined)
    if (!handle) return // deleted meanwhile
    try {
      const start = Buffer.alloc(4)
      const { bytesRead } = await handle.read(start, 0, start.length, 0)
      if (bytesRead < start.length || isSealed(start)) return
      if (isFull(await space(folder))) return void pass.left++
      if (await replace(handle, file, path)) pass.sealed++
    } catch (error) {
      pass.left++
      log.warn({ err: error, path }, 'a picture of an earlier version could not be encrypted')
    } finally {
      await handle.close()
    }
    await pause((performance.now() - begun) * (1 / max_share - 1))
  }

  /** Returns false if the file was deleted or replaced meanwhile: then its old content does not come back. */
  async function replace(handle: FileHandle, file: string, path: string): Promise<boolean> {
    const half = `${file}${half_ending}`
    await rm(half, { force: true })
    const { atime, mtime } = await handle.stat()
    const writer = await media.files.create(relative(media.folder, half), path)
    try {
      const piece = Buffer.alloc(piece_bytes)
      for (let at = 0; ;) {
        const { bytesRead } = await handle.read(piece, 0, piece_bytes, at)
        if (bytesRead === 0) break
        await writer.write(piece.subarray(0, bytesRead))
        at += bytesRead
      }
      await writer.finish()
      await utimes(half, atime, mtime)
      const { nlink } = await handle.stat()
      if (nlink === 0) return false
      await rename(half, file)
      // The old file still has all its names, so it had lost this one before: the picture had been deleted.
      if ((await handle.stat()).nlink === nlink) await rm(file, { force: true })
      return true
    } finally {
      await writer.abandon() // removes the copy, unless it was renamed
    }
  }

  let running: Promise<void> | undefined
  return {
    start() {
      running = run().catch((error: unknown) =>
        log.error({ err: error }, 'pictures of an earlier version could not be encrypted'),
      )
    },
    async stop() {
      ending.abort()
      await running
    },
  }
}

const entriesOf = (at: string): Promise<Dirent[]> => readdir(at, { withFileTypes: true }).catch(() => [])
