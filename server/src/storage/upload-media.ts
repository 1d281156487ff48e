/** Uploads the files of one event under names that follow `key_re` (docs/decisions/0017). */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { deviceSentence, keyOf, storagePlace, type Params } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import type { StorageSession } from '../ports/storage-port.ts'
import { stampOf } from '../core/stamp.ts'
import type { MediaFile } from '../events/record/event-media.ts'
import type { QueuedEvent } from '../events/record/event-queue.store.ts'
import type { ObjectRow } from '../events/record/object.store.ts'

/** A file of the event is missing or changed. */
export class MissingFile extends Error {
  readonly file: MediaFile
  constructor(file: MediaFile) {
    super(deviceSentence('file_missing', { kind: file.kind, n: file.n }))
    this.file = file
  }
}

type Destination = { target: Params['storage_param']; session: StorageSession; signal: AbortSignal }

/**
 * Streams one file after the other and hashes each before it is sent, so that only the recorded or drawn
 * bytes are uploaded. Throws MissingFile or a StorageError; the next attempt writes all files again, under
 * the same names.
 */
export async function uploadMedia(
  { media, host, now }: Pick<Deps, 'media' | 'host' | 'now'>,
  event: QueuedEvent,
  files: readonly MediaFile[],
  { target, session, signal }: Destination,
): Promise<ObjectRow[]> {
  const { host_sn: device_sn } = await host.identity()
  const { folder } = storagePlace(target)
  const objects: ObjectRow[] = []
  for (const file of files) {
    const key = keyOf(target.key_re, {
      ...event,
      device_sn,
      n: file.n,
      kind: file.kind,
      ext: file.ext,
      event_time: stampOf(event.event_ms),
    })
    const found = await hashesOf(media, file.path).catch(() => undefined)
    if (!found || found.bytes !== file.bytes || found.sha256 !== Buffer.from(file.sha256).toString('hex'))
      throw new MissingFile(file)
    await session.put(
      key,
      {
        content_type: file.content_type,
        length: found.bytes,
        sha256: found.sha256,
        md5: found.md5,
        body: { stream: () => contentOf(media, file.path) },
      },
      { signal },
    )
    objects.push({
      n: file.n,
      kind: file.kind,
      bytes: file.bytes,
      sha256: file.sha256,
      key: folder === '' ? key : `${folder}/${key}`,
      stored_ms: now(),
    })
  }
  return objects
}

async function hashesOf(
  { files }: Deps['media'],
  path: string,
): Promise<{ bytes: number; sha256: string; md5: string }> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  let bytes = 0
  for await (const part of (await (await files.open(path)).stream()) as AsyncIterable<Buffer>) {
    sha256.update(part)
    md5.update(part)
    bytes += part.length
  }
  return { bytes, sha256: sha256.digest('hex'), md5: md5.digest('hex') }
}

const contentOf = async ({ files }: Deps['media'], path: string): Promise<Readable> =>
  (await files.open(path)).stream()
