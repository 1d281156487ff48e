/**
 * Measures the legibility of an event's plate: its height in pixels of the camera's picture, and its
 * contrast. A picture never changes, so each is measured only once; the newest measurements are kept in
 * memory.
 */
import type { Deps } from '../core/deps.ts'
import { loadSharp } from '../core/files/sharp.ts'
import { picturePath } from '../events/record/event-paths.ts'
import { picturesOf, type EventFacts } from '../events/record/event.store.ts'
import { plateBoxOf } from '../events/record/evidence.store.ts'

export type PlateMeasure = { height: number; contrast: number }
type Needs = Pick<Deps, 'db' | 'media'>

const max_kept = 5_000
/**
 * The darkest and the brightest pixels of a plate are frame and glare: this share of each end is left out.
 */
const ends = 0.05

export class PlateMeasures {
  readonly #known = new Map<number, PlateMeasure | null>()

  /** Null if the event has no picture of a plate, or it is gone. */
  async of(
    event: Pick<EventFacts, 'event_id' | 'create_ms' | 'uuid'>,
    deps: Needs,
  ): Promise<PlateMeasure | null> {
    const known = this.#known.get(event.event_id)
    if (known !== undefined) return known
    const found = await measure(event, deps).catch(() => null)
    this.#known.set(event.event_id, found)
    if (this.#known.size > max_kept) this.#known.delete(this.#known.keys().next().value!)
    return found
  }
}

async function measure(
  { event_id, create_ms, uuid }: Pick<EventFacts, 'event_id' | 'create_ms' | 'uuid'>,
  { db, media }: Needs,
): Promise<PlateMeasure | null> {
  const pictures = picturesOf(db, event_id)
  const plate = pictures.find(({ kind }) => kind === 'plate')
  if (!plate) return null
  const content = await media.files.read(picturePath(create_ms, uuid, plate.position))
  const sharp = await loadSharp()
  const { data } = await sharp(content).greyscale().raw().toBuffer({ resolveWithObject: true })
  const values = Uint8Array.from(data).sort()
  const at = (share: number): number => values[Math.floor(share * (values.length - 1))] ?? 0
  // The plate picture is often enlarged, so its height is taken from the whole picture, in the camera's
  // resolution.
  const box = plateBoxOf(db, event_id)
  const whole = pictures.find(({ kind }) => kind === 'image')
  const height = box && whole ? (box[3] - box[1]) * whole.height : plate.height
  return { height, contrast: (at(1 - ends) - at(ends)) / 255 }
}
