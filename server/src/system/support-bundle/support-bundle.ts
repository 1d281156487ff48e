/**
 * Makes a support bundle, one at a time: passes each part through the redactor into a zip, and lists the
 * contents before the download.
 */
import type { SingleRun } from '#src/core/flow/single-run.ts'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Answer } from '@parking/contract'
import { busy, failedBecause } from '#src/core/refusal.ts'
import { stampOf } from '#src/core/stamp.ts'
import { spaceOf } from '#src/core/files/disk-space.ts'
import {
  bundleName,
  bundlePath,
  forgetOldBundles,
  friendlyName,
  makeBundleFolder,
} from './support-bundle-folder.ts'
import { parts, type Needs as PartNeeds, type Part } from './support-bundle-parts.ts'
import { openRedactor, type Redactor } from '../redact/redact.ts'
import { bundleAddress } from './support-bundle-address.ts'
import { openZip, type ZipWriter } from './support-bundle-zip.ts'

export type Needs = PartNeeds & { support_bundle: SingleRun }

type Bundle = Answer<'support_bundle'>
type Listed = Bundle['list'][number]

/** A part stops at this size. Logs start with the newest lines, so those are included. */
const max_part_bytes = 12 * 1024 * 1024
const min_free = 64 * 1024 * 1024
const piece_characters = 64 * 1024

export async function makeSupportBundle(context: Needs): Promise<Bundle> {
  return context.support_bundle.run(
    () => busy('A support bundle is being made already'),
    () => makeBundle(context),
  )
}

async function makeBundle(context: Needs): Promise<Bundle> {
  const { folder, now } = context
  const name = bundleName(now(), randomBytes(4).toString('hex'))
  const file = bundlePath(folder, name)
  try {
    if ((await spaceOf(folder)).free < min_free)
      throw failedBecause('disk_full', 'There is no room for a support bundle')
    await makeBundleFolder(folder)
    const { list, bytes } = await pack(name, context)
    await forgetOldBundles(context)
    return {
      list,
      bytes,
      file_name: friendlyName(name),
      download: bundleAddress(context, name, context.session.id, now()),
    }
  } catch (error) {
    await rm(file, { force: true })
    if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
      throw failedBecause('disk_full', 'There is no room for a support bundle')
    throw error
  }
}

async function pack(name: string, context: Needs): Promise<Pick<Bundle, 'list' | 'bytes'>> {
  const redact = openRedactor(context)
  const zip = await openZip(context.media.bundles, name, context.now())
  try {
    const list: Listed[] = []
    for (const part of parts) list.push(await packPart(part, zip, redact, context))
    const manifest = await packManifest(list, zip, context)
    return { list: [manifest, ...list], bytes: await zip.close() }
  } catch (error) {
    await zip.abandon()
    throw error
  }
}

async function packPart(part: Part, zip: ZipWriter, redact: Redactor, context: Needs): Promise<Listed> {
  const before = redact.count
  zip.begin(part.name)
  let bytes = 0
  let waiting = ''
  for await (const piece of part.pieces(context)) {
    waiting += part.lines
      ? `${JSON.stringify(redact.value(piece))}\n`
      : `${JSON.stringify(redact.value(piece), null, 2)}\n`
    if (waiting.length < piece_characters) continue
    bytes += await zip.put(waiting)
    waiting = ''
    if (bytes > max_part_bytes) break
  }
  bytes += await zip.put(waiting)
  await zip.end()
  return { name: part.name, bytes, redacted: redact.count - before }
}

/** Written last, since it describes the others. */
async function packManifest(
  list: readonly Listed[],
  zip: ZipWriter,
  { now, version, session, host }: Needs,
): Promise<Listed> {
  const name = 'manifest.json'
  const { host_sn } = await host.identity()
  const text = JSON.stringify(
    {
      what:
        'Support bundle of a parking edge box. Secrets were removed when it was made: ' +
        '"redacted" counts them, and [removed] stands in their place.',
      not_in_it: 'Events and their pictures, passwords and keys, the VPN configuration, the database.',
      made: stampOf(now()),
      made_by: session.username,
      host_sn,
      version,
      files: list,
    },
    null,
    2,
  )
  zip.begin(name)
  const bytes = await zip.put(`${text}\n`)
  await zip.end()
  return { name, bytes, redacted: 0 }
}
