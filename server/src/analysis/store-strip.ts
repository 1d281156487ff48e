/**
 * Moves the thumbnails of an event's looks from the spool to the media folder. If they are invalid, the event
 * is stored without them.
 */
import { join } from 'node:path'
import { look_strip_budget, type Issue } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { dropFiles, storeSpoolPicture } from '../core/files/spool-file.ts'
import { badField, Refusal } from '../core/refusal.ts'
import { stripPath } from '../events/record/event-paths.ts'
import type { LookStrip } from '../events/record/look-strip.store.ts'
import { readParam } from '../params/param.store.ts'
import type { ReportedEvent } from './messages.ts'

type StoredStrip = { look_strip?: LookStrip; warnings: Issue[] }
const field = 'look_strip'

/**
 * Adds the path of the file to `kept`. With `privacy_protection` nothing is kept, because thumbnails show
 * passers-by. Throws if the disk fails.
 */
export async function storeStrip(
  { uuid, looks = [], look_strip }: ReportedEvent,
  create_ms: number,
  spool: string,
  kept: string[],
  deps: Pick<Deps, 'db' | 'secrets' | 'media'>,
): Promise<StoredStrip> {
  if (look_strip === undefined || readParam(deps, 'event_param').privacy_protection) return { warnings: [] }
  const { files, folder } = deps.media
  const path = stripPath(create_ms, uuid)
  try {
    const { width, height, bytes } = await storeSpoolPicture(join(spool, look_strip), files, path, field)
    kept.push(join(folder, path))
    const wrong =
      bytes > look_strip_budget.file_bytes
        ? badField(field, 'too_big', look_strip_budget.file_bytes)
        : looks.length === 0 || width % looks.length !== 0
          ? badField(field, 'format')
          : undefined
    if (!wrong) return { look_strip: { width, height, bytes }, warnings: [] }
    kept.pop()
    await dropFiles([join(folder, path)])
    throw wrong
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { warnings: error.data?.issues ?? [] }
  }
}
