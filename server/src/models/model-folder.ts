/**
 * The files of models in the data folder: `models/<id>` for each model, `models/incoming` for what is not
 * complete yet. A model's folder appears by one rename, after its content is on the disk.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ensureFolder, syncFolder } from '../core/files/spool-file.ts'
import { ArchiveRefused, max_files, max_unpacked_bytes, unzip } from './unzip.ts'

export const modelsFolder = (data: string): string => join(data, 'models')
export const modelFolder = (data: string, model: string): string => join(modelsFolder(data), model)
export const incomingFolder = (data: string): string => join(modelsFolder(data), 'incoming')
/** The bytes of an upload so far. */
export const partFile = (data: string, upload: string): string => join(incomingFolder(data), `${upload}.part`)

export type Laid = { model: string; bytes: number }

/** Unpacks an upload and lays it down as a model. Throws ArchiveRefused, or the file system's error. */
export const layArchive = (data: string, zip: string): Promise<Laid> =>
  layDown(data, (folder) => unzip(zip, folder).then(() => undefined))

const bare_name = /^[\w-][\w.-]{0,99}$/

/** The same with a folder of the box: plain files alone, links are not followed. */
export const layFolder = (data: string, from: string): Promise<Laid> =>
  layDown(data, async (folder) => {
    const names = await readdir(from)
    if (names.length > max_files) throw new ArchiveRefused('zip_files', `it has more than ${max_files} files`)
    if (!names.includes('manifest.json')) throw new ArchiveRefused('zip_files', 'it has no manifest.json')
    let bytes = 0
    for (const name of names) {
      const found = await lstat(join(from, name))
      if (!bare_name.test(name))
        throw new ArchiveRefused('zip_path', `${name.slice(0, 80)} is no bare file name`)
      if (!found.isFile()) throw new ArchiveRefused('zip_link', `${name} is no plain file`)
      bytes += found.size
      if (bytes > max_unpacked_bytes)
        throw new ArchiveRefused('zip_bomb', `it has more than ${max_unpacked_bytes / 2 ** 20} MB`)
      await copyFile(join(from, name), join(folder, name))
      const copy = await open(join(folder, name), 'r+')
      await copy.sync().finally(() => copy.close())
    }
  })

async function layDown(data: string, fill: (folder: string) => Promise<void>): Promise<Laid> {
  const folder = join(incomingFolder(data), 'new')
  await rm(folder, { recursive: true, force: true })
  await ensureFolder(incomingFolder(data))
  await mkdir(folder, { mode: 0o700 })
  try {
    await fill(folder)
    await syncFolder(folder)
    const { model, bytes } = await nameOf(folder)
    const to = modelFolder(data, model)
    // The same model once more: its folder may be in use, and is replaced only where it has been changed.
    const there = await nameOf(to).catch(() => undefined)
    if (there?.model === model) await rm(folder, { recursive: true, force: true })
    else {
      await rm(to, { recursive: true, force: true })
      await rename(folder, to)
    }
    await syncFolder(modelsFolder(data))
    return { model, bytes }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** The id: the same files always give the same one. */
async function nameOf(folder: string): Promise<Laid> {
  const whole = createHash('sha256')
  let bytes = 0
  for (const name of (await readdir(folder)).sort()) {
    const own = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), own)
    whole.update(`${name}\n${own.digest('hex')}\n`)
    bytes += (await stat(join(folder, name))).size
  }
  return { model: whole.digest('hex').slice(0, 32), bytes }
}

/** Removes folders without a row, and half of what was laid down. An unfinished upload stays. */
export async function sweepModels(data: string, known: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(modelsFolder(data)).catch(() => []))
    if (name !== 'incoming' && !known.has(name))
      await rm(join(modelsFolder(data), name), { recursive: true, force: true })
  await rm(join(incomingFolder(data), 'new'), { recursive: true, force: true })
}

export const dropModelFolder = (data: string, model: string): Promise<void> =>
  rm(modelFolder(data, model), { recursive: true, force: true })
