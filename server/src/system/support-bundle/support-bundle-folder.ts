/** The folder that stores bundles until they are downloaded: at most two, for at most an hour. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#src/core/deps.ts'
import { stampOf } from '#src/core/stamp.ts'

const max_kept = 2
const kept_ms = 3_600_000
const name_form = /^support-(\d{13,})-[0-9a-f]{8}\.zip$/

export const bundleFolder = (folder: string): string => join(folder, 'support')

/** The file name of a bundle. An invalid name is replaced by one that no file has. */
export const bundleFile = (name: string): string => (name_form.test(name) ? name : 'none')

/** The path of a bundle; of a file that does not exist if the name is invalid. */
export const bundlePath = (folder: string, name: string): string =>
  join(bundleFolder(folder), bundleFile(name))

/** The name contains the time, so that the date of the file is not needed. */
export const bundleName = (now: number, random: string): string => `support-${now}-${random}.zip`

/** The file name that the browser suggests for the download. */
export const friendlyName = (name: string): string =>
  `parking-support-${stampOf(madeAt(name)).replace(/\D+/g, '-')}.zip`

const madeAt = (name: string): number => Number(name_form.exec(name)?.[1] ?? 0)

/** Removes bundles older than an hour, and all but the newest two. */
export async function forgetOldBundles({ folder, now }: Pick<Deps, 'folder' | 'now'>): Promise<void> {
  const names = (await readdir(bundleFolder(folder)).catch(() => [])).sort((a, b) => madeAt(b) - madeAt(a))
  const old = names.filter(
    (name, at) => at >= max_kept || now() - madeAt(name) > kept_ms || madeAt(name) > now(),
  )
  await Promise.all(old.map((name) => rm(join(bundleFolder(folder), name), { force: true })))
}

/** Deletes all bundles. */
export const dropBundles = (folder: string): Promise<void> =>
  rm(bundleFolder(folder), { recursive: true, force: true })

export async function makeBundleFolder(folder: string): Promise<void> {
  await mkdir(bundleFolder(folder), { recursive: true, mode: 0o700 })
}
