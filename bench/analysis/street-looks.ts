/**
 * The simulated street as the analysis program sees it: pictures without their truth, looks by the eyes, and
 * the truth beside them. Time runs as fast as the eyes can see.
 */
import { eyesWith, type EyesOptions } from '@parking/analysis/eyes/eyes.ts'
import { keyOf, type Eyes, type Look, type LotPlace, type View } from '@parking/analysis/look/look.ts'
import { createStreet, type Street } from '@parking/sim/street/street.ts'

/** What stood in a lot at a time: the plate, or an empty text. */
export type Truth = { readonly time: number; readonly plates: Readonly<Record<string, string>> }
export type Watched = {
  readonly view: View
  readonly looks: readonly Look[]
  readonly truths: readonly Truth[]
}
export type WatchOptions = {
  readonly seed: number
  /** Numbers of the street's views, 0 to 7: day, overcast, rain, night, haze and others. */
  readonly cameras: readonly number[]
  readonly looks: number
  readonly step_ms: number
  /** Mean seconds between two movements on the whole street. */
  readonly pace_s: number
  /** Read the plates in every so many looks; 0 reads none. */
  readonly read_every: number
}

const start = 1_800_000_000_000

/** Watches a street of eight cameras through some of them. Motorcycles are left out: no class knows them. */
export async function watchStreet(options: EyesOptions, given: WatchOptions): Promise<Watched[]> {
  let now = start
  const street = createStreet({
    seed: given.seed,
    now: () => now,
    pace: { first: given.pace_s, then: given.pace_s, slowAfter: 1 },
  })
  const watched = given.cameras.map((camera) => {
    const view = viewOf(street, camera)
    return { camera, view, eyes: eyesWith(options)(view), looks: [] as Look[], truths: [] as Truth[] }
  })
  for (let step = 0; step < given.looks; step++, now += given.step_ms)
    for (const one of watched) {
      const read = given.read_every > 0 && step % given.read_every === 0
      one.looks.push(await lookAt(street, one.camera, one.eyes, now, read ? one.view : undefined))
      one.truths.push({ time: now, plates: truthOf(street, one.camera) })
    }
  return watched
}

async function lookAt(
  street: Street,
  camera: number,
  eyes: Eyes,
  now: number,
  read: View | undefined,
): Promise<Look> {
  const wanted = new Set(read?.lots.map(keyOf))
  return eyes.see(await street.frame(camera, `C${camera}`), now, wanted)
}

function viewOf(street: Street, camera: number): View {
  const lots = street.lots(camera).filter(({ kind }) => kind === 'car')
  return {
    camera_sn: `C${camera}`,
    lots: lots.map(({ lot_no, polygon }): LotPlace => ({
      scene_id: `s${camera}`,
      lot_no,
      cell: 0,
      polygon,
      difficult: 0,
      motorcycles: false,
    })),
    focus: null,
    feature: [],
    cover_th: 0.4,
    plate_type: street.views[camera]?.region === 'taiwan' ? 1 : 0,
    motor_det: false,
  }
}

function truthOf(street: Street, camera: number): Record<string, string> {
  const plates = street.plates(camera)
  return Object.fromEntries(
    street.lots(camera).map(({ lot_no }, at) => [lot_no, plates[at]?.[0]?.replace('-', '') ?? '']),
  )
}
