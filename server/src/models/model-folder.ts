/**
 * The files of models in the data folder: `models/<id>` for each model, `models/incoming` for incomplete
 * ones. A model's folder is created by a single rename, after its content is on the disk.
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
/** The name of the file that is uploaded. */
export const nameFile = (data: string, upload: string): string => join(incomingFolder(data), `${upload}.name`)

export type StoredModel = { model: string; bytes: number }

/** Unpacks an upload and stores it as a model. Throws ArchiveRefused, or the file system's error. */
export const storeArchive = (data: string, zip: string): Promise<StoredModel> =>
  storeModel(data, (folder) => unzip(zip, folder))

const bare_name = /^[\w-][\w.-]{0,99}$/

/** Stores a folder of the box as a model: only plain files, without following links. */
export const storeFolder = (data: string, from: string): Promise<StoredModel> =>
  storeModel(data, async (folder) => {
    const names = await readdir(from)
    if (names.length > max_files) throw new ArchiveRefused('zip_files', `it has more than ${max_files} files`)
    if (!names.includes('manifest.json')) throw new ArchiveRefused('zip_files', 'it has no manifest.json')
    let bytes = 0
    for (const name of names) {
      const found = await lstat(join(from, name))
      if (!bare_name.test(name))
        throw new ArchiveRefused('zip_path', `${name.slice(0, 80)} is not a bare file name`)
      if (!found.isFile()) throw new ArchiveRefused('zip_link', `${name} is no plain file`)
      bytes += found.size
      if (bytes > max_unpacked_bytes)
        throw new ArchiveRefused('zip_bomb', `it has more than ${max_unpacked_bytes / 2 ** 20} MB`)
      await copyFile(join(from, name), join(folder, name))
      const copy = await open(join(folder, name), 'r+')
      await copy.sync().finally(() => copy.close())
    }
  })

async function storeModel(data: string, fill: (folder: string) => Promise<void>): Promise<StoredModel> {
  const folder = join(incomingFolder(data), 'new')
  await rm(folder, { recursive: true, force: true })
  await ensureFolder(incomingFolder(data))
  await mkdir(folder, { mode: 0o700 })
  try {
    await fill(folder)
    await syncFolder(folder)
    const { model, bytes } = await nameOf(folder)
    const to = modelFolder(data, model)
    // If the model already exists, its folder may be in use, so it is replaced only if its content differs.
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

/** Whether the files of a model are those of its id. */
export const isSoundModel = async (data: string, model: string): Promise<boolean> =>
  (await nameOf(modelFolder(data, model)).catch(() => undefined))?.model === model

/** Computes the id of a model: the same files always give the same id. */
async function nameOf(folder: string): Promise<StoredModel> {
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

/** Removes folders without a row, and a half-stored model. An unfinished upload is kept. */
export async function sweepModels(data: string, known: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(modelsFolder(data)).catch(() => []))
    if (name !== 'incoming' && !known.has(name))
      await rm(join(modelsFolder(data), name), { recursive: true, force: true })
  await rm(join(incomingFolder(data), 'new'), { recursive: true, force: true })
}

export const dropModelFolder = (data: string, model: string): Promise<void> =>
  rm(modelFolder(data, model), { recursive: true, force: true })
