/**
 * Uploads a model in parts, directly to the disk. An interrupted upload continues where it stopped, even
 * after a restart: name, size and time of the file identify it, and the size of the stored part shows its
 * progress.
 */
import { createHash } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Body } from '@parking/contract'
import { isFull, spaceOf, type Space } from '../core/files/disk-space.ts'
import { ensureFolder } from '../core/files/spool-file.ts'
import { notFound } from '../core/refusal.ts'
import { incomingFolder, partFile } from './model-folder.ts'

type Target = { folder: string; space?: ((folder: string) => Promise<Space>) | undefined }

const uploadOf = ({ name, bytes, modified_ms }: Body<'begin_model_upload'>): string =>
  createHash('sha256').update(`${name}\n${bytes}\n${modified_ms}`).digest('hex').slice(0, 32)

const sizeOf = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(() => undefined))?.size

/**
 * Returns how many bytes are already stored. `full`: the disk has no room for the archive and its unpacked
 * content.
 */
export async function beginUpload(
  file: Body<'begin_model_upload'>,
  { folder, space = spaceOf }: Target,
): Promise<{ upload: string; have: number; full: boolean }> {
  const upload = uploadOf(file)
  await ensureFolder(incomingFolder(folder))
  for (const name of await readdir(incomingFolder(folder)))
    if (name.endsWith('.part') && name !== `${upload}.part`)
      await rm(join(incomingFolder(folder), name), { force: true })
  const have = (await sizeOf(partFile(folder, upload))) ?? 0
  const found = await space(folder)
  if (isFull({ ...found, free: found.free - (file.bytes - have) - file.bytes }))
    return { upload, have, full: true }
  const handle = await open(partFile(folder, upload), 'a', 0o600)
  await handle.close()
  return { upload, have, full: false }
}

/** Writes the next part. A part with another offset is not written: the answer says where to continue. */
export async function addPart(
  { upload, offset, data }: Body<'add_model_part'>,
  { folder }: Target,
): Promise<{ have: number; full: boolean }> {
  const path = partFile(folder, upload)
  const have = await sizeOf(path)
  if (have === undefined) throw notFound('This upload')
  if (have !== offset) return { have, full: false }
  const handle = await open(path, 'r+')
  try {
    const bytes = Buffer.from(data, 'base64')
    await handle.write(bytes, 0, bytes.length, have)
    return { have: have + bytes.length, full: false }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    await handle.truncate(have)
    return { have, full: true }
  } finally {
    await handle.close()
  }
}

export const dropUpload = (folder: string, upload: string): Promise<void> =>
  rm(partFile(folder, upload), { force: true })
