/** Making a support bundle: part by part through the redactor into a zip, one at a time; what is in it is told before it is downloaded. */
import type { LogBook } from '../log/log-book.ts'
import type { AnalysisConnection } from '#src/core/analysis-connection.ts'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Answer } from '@parking/contract'
import type { Deps } from '#src/core/deps.ts'
import { busy, failedBecause } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { stampOf } from '#src/core/stamp.ts'
import { spaceOf } from '../diagnose/diagnose-storage.ts'
import {
  bundleName,
  bundlePath,
  forgetOldBundles,
  friendlyName,
  makeBundleFolder,
} from './support-bundle-folder.ts'
import { parts, type Part } from './support-bundle-parts.ts'
import { openRedactor, type Redactor } from './support-bundle-redact.ts'
import { bundleAddress } from '#src/http/support-bundle-route.ts'
import { openZip, type ZipWriter } from './support-bundle-zip.ts'

type Needs = CallContext & { analysis: AnalysisConnection; book: LogBook }

type Bundle = Answer<'support_bundle'>
type Listed = Bundle['list'][number]

/** The logs stop here: what is newest is in it. */
const max_part_bytes = 12 * 1024 * 1024
const min_free = 64 * 1024 * 1024
const piece_characters = 64 * 1024
const under_way = new WeakSet<Deps['db']>()

export async function makeSupportBundle(context: Needs): Promise<Bundle> {
  const { db, folder, now } = context
  if (under_way.has(db)) throw busy('A support bundle is being made already')
  under_way.add(db)
  const name = bundleName(now(), randomBytes(4).toString('hex'))
  const file = bundlePath(folder, name)
  try {
    if ((await spaceOf(folder)).free < min_free)
      throw failedBecause('disk_full', 'There is no room for a support bundle')
    await makeBundleFolder(folder)
    const { list, bytes } = await pack(file, context)
    await forgetOldBundles(context)
    return { list, bytes, file_name: friendlyName(name), download: bundleAddress(context, name, now()) }
  } catch (error) {
    await rm(file, { force: true })
    if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
      throw failedBecause('disk_full', 'There is no room for a support bundle')
    throw error
  } finally {
    under_way.delete(db)
  }
}

async function pack(file: string, context: Needs): Promise<Pick<Bundle, 'list' | 'bytes'>> {
  const redact = openRedactor(context)
  const zip = await openZip(file, context.now())
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

/** Written last, since it tells of the others. */
async function packManifest(
  list: readonly Listed[],
  zip: ZipWriter,
  { now, version, session, host }: Needs,
): Promise<Listed> {
  const name = 'manifest.json'
  const { host_sn } = await host.identity()
  const text = JSON.stringify(
    {
      what: 'Support bundle of a parking edge box. Secrets were removed when it was made: "redacted" counts them, and [removed] stands in their place.',
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
