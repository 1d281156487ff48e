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
import { openZip } from '#src/core/files/zip-writer.ts'
import {
  bundleName,
  bundlePath,
  forgetOldBundles,
  friendlyName,
  makeBundleFolder,
} from './support-bundle-folder.ts'
import { parts, type Needs as PartNeeds, type Part } from './support-bundle-parts.ts'
import { openRedactor, type Redactor } from '../redact/redact.ts'
import { signedAddress } from '#src/core/downloads/signed-address.ts'

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
      download: signedAddress(context.secrets, 'support', name, context.session.id, now()),
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
  const zip = await openZip(context.now())
  const file = await context.media.bundles.create(name, name)
  /** Adds a file to the archive on the disk and returns its size. */
  async function add(entry: string, pieces: AsyncIterable<Buffer> | Buffer[]): Promise<number> {
    const chunks = zip.file(entry, pieces, { deflate: true, mode: 0o600 })
    for (;;) {
      const { done, value } = await chunks.next()
      if (done) return value.bytes
      await file.write(value)
    }
  }
  try {
    const list: Listed[] = []
    for (const part of parts) {
      const before = redact.count
      const bytes = await add(part.name, piecesOf(part, redact, context))
      list.push({ name: part.name, bytes, redacted: redact.count - before })
    }
    // Written last, since it describes the others.
    const bytes = await add('manifest.json', [Buffer.from(await manifestOf(list, context))])
    for (const chunk of zip.end()) await file.write(chunk)
    return { list: [{ name: 'manifest.json', bytes, redacted: 0 }, ...list], bytes: await file.finish() }
  } catch (error) {
    await file.abandon()
    throw error
  }
}

/** The text of a part without secrets. Other work runs between the pieces. */
async function* piecesOf(part: Part, redact: Redactor, context: Needs): AsyncGenerator<Buffer> {
  let bytes = 0
  let waiting = ''
  for await (const piece of part.pieces(context)) {
    waiting += `${JSON.stringify(redact.value(piece), null, part.lines ? 0 : 2)}\n`
    if (waiting.length < piece_characters) continue
    const packed = Buffer.from(waiting)
    waiting = ''
    yield packed
    if ((bytes += packed.length) > max_part_bytes) break
    await new Promise(setImmediate)
  }
  yield Buffer.from(waiting)
}

async function manifestOf(list: readonly Listed[], { now, version, session, host }: Needs): Promise<string> {
  const { host_sn } = await host.identity()
  const about = {
    what:
      'Support bundle of a parking edge box. Secrets were removed when it was made: ' +
      '"redacted" counts them, and [removed] stands in their place.',
    not_in_it: 'Events and their pictures, passwords and keys, the VPN configuration, the database.',
    made: stampOf(now()),
    made_by: session.username,
    host_sn,
    version,
    files: list,
  }
  return `${JSON.stringify(about, null, 2)}\n`
}
