/** The street that the cameras look at: who parks where, and the picture of it from each of them. */
import { createPainter } from './frame.ts'
import { createLens, type Pose } from './lens.ts'
import { createTraffic, type TrafficOptions } from './traffic.ts'
import { polygonOf } from './truth.ts'
import { views, type View } from './views.ts'

/** Where a camera's motor has turned it: pan and tilt from -1 to 1, zoom from 0 to 1. */
export type Aim = { pan: number; tilt: number; zoom: number }
export type LotOutline = {
  lot_no: string
  kind: 'car' | 'motorcycles'
  cells: number
  polygon: [number, number][]
}
export type Street = {
  readonly views: readonly View[]
  /** A vehicle comes into a lot; answers its plate. Throws when the lot is taken. */
  arrive: (camera: number, lotIndex: number, plate?: string) => string
  /**
   * The lot's vehicle (of a motorcycle bay: the first) goes; answers its plate. Throws when the lot is empty.
   */
  leave: (camera: number, lotIndex: number) => string
  /** Plates by lot, as of now. */
  plates: (camera: number) => string[][]
  /** The painted lots as they lie in the picture of the camera's home position. */
  lots: (camera: number) => LotOutline[]
  /**
   * Somebody leans a ladder against the pole: from now on the camera points elsewhere. Nothing puts it back
   * but another shove.
   */
  misalign: (camera: number, by: Aim) => void
  /** A JPEG of 1920 x 1080 with its ground truth in a comment. */
  frame: (camera: number, serial: string, aim?: Aim) => Promise<Buffer>
}
export type StreetOptions = {
  cameras?: number
  seed?: number
  traffic?: boolean
  pace?: TrafficOptions['pace']
  /** Milliseconds since 1970; the wall clock unless a test sets it. */
  now?: () => number
  /**
   * How often a picture is another one where nothing happens: its clock goes on, the air flickers. A new one
   * costs some 30 ms of a core.
   */
  flicker_ms?: number
}

/** Makes a street. Nothing moves or is drawn until somebody looks. */
export function createStreet({
  cameras = views.length,
  seed = 1,
  traffic = true,
  pace,
  now = Date.now,
  flicker_ms = 1000,
}: StreetOptions = {}): Street {
  const chosen = Array.from({ length: cameras }, (_, i) => views[i % views.length]!)
  const cars = createTraffic(chosen, { seed, start: now(), traffic, pace })
  const misaligned = new Map<number, Aim>()
  const painters = chosen.map((view) => createPainter(view, flicker_ms))
  return {
    views: chosen,
    arrive: cars.arrive,
    leave: cars.leave,
    plates: (camera) => {
      cars.catchUp(now())
      return cars.lots(camera).map((lot) => lot.flatMap((vehicle) => vehicle?.plate.number ?? []))
    },
    lots: (camera) => {
      const view = chosen[camera]!
      const lens = createLens(view.pose, view.mirrored)
      return view.lots.map(({ lot_no, kind, places, corners }) => ({
        lot_no,
        kind,
        cells: places.length,
        polygon: polygonOf(lens, corners),
      }))
    },
    misalign: (camera, by) => void misaligned.set(camera, by),
    frame: (camera, serial, aim) => {
      const time = now()
      cars.catchUp(time)
      const view = chosen[camera]!
      return painters[camera]!.paint({
        camera: serial,
        time,
        pose: aimed(view, addAims(aim, misaligned.get(camera))),
        lots: cars.lots(camera),
        version: cars.version(camera),
      })
    },
  }
}

const home: Aim = { pan: 0, tilt: 0, zoom: 0 }
const addAims = (one = home, other = home): Aim => ({
  pan: one.pan + other.pan,
  tilt: one.tilt + other.tilt,
  zoom: one.zoom + other.zoom,
})

/** The full turn of the motor: 40 degrees to each side, 15 up and down, four times nearer. */
function aimed({ pose, mirrored }: View, aim: Aim): Pose {
  return {
    ...pose,
    yaw: pose.yaw + (mirrored ? -40 : 40) * aim.pan,
    pitch: pose.pitch - 15 * aim.tilt,
    focal: pose.focal * (1 + 3 * aim.zoom),
  }
}
