/** The street in front of the cameras: which vehicles are parked where, and the picture of each camera. */
import { createPainter } from './frame.ts'
import { createLens, type Pose } from './lens.ts'
import type { Light } from './light.ts'
import { createTraffic, type TrafficOptions } from './traffic.ts'
import { polygonOf } from './truth.ts'
import { views, type View } from './views.ts'

/** A motor position: pan and tilt from -1 to 1, zoom from 0 to 1. */
export type Aim = { pan: number; tilt: number; zoom: number }
export type LotOutline = {
  lot_no: string
  kind: 'car' | 'motorcycles'
  cells: number
  polygon: [number, number][]
}
export type Street = {
  readonly views: readonly View[]
  /** Parks a vehicle in a lot; returns its plate. Throws if the lot is occupied. */
  arrive: (camera: number, lotIndex: number, plate?: string) => string
  /**
   * Removes the vehicle of the lot (in a motorcycle bay the first one); returns its plate. Throws if the lot
   * is empty.
   */
  leave: (camera: number, lotIndex: number) => string
  /** The plates in each lot, as of now. */
  plates: (camera: number) => string[][]
  /** The outlines of the painted lots in the picture, at the camera's home position. */
  lots: (camera: number) => LotOutline[]
  /** Turns the camera on its mount, as if it had been hit; stays in effect until the next call. */
  misalign: (camera: number, by: Aim) => void
  /** Changes the light of the camera's view, for another hour of the day or other weather. */
  relight: (camera: number, light: Light) => void
  /** A JPEG of 1920 x 1080 with its ground truth in a comment. */
  frame: (camera: number, serial: string, aim?: Aim) => Promise<Buffer>
}
export type StreetOptions = {
  cameras?: number
  seed?: number
  traffic?: boolean
  pace?: TrafficOptions['pace']
  /** Milliseconds since 1970; the clock of the computer by default. */
  now?: () => number
  /**
   * The interval in milliseconds at which the picture changes while nothing happens (clock, flicker). A new
   * picture costs about 30 ms of CPU.
   */
  flicker_ms?: number
}

/** Creates a street. It moves and draws only on demand. */
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
    relight: (camera, light) =>
      void (painters[camera] = createPainter({ ...chosen[camera]!, light }, flicker_ms)),
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

/** The full range of the motor: 40 degrees to each side, 15 up and down, four times zoom. */
function aimed({ pose, mirrored }: View, aim: Aim): Pose {
  return {
    ...pose,
    yaw: pose.yaw + (mirrored ? -40 : 40) * aim.pan,
    pitch: pose.pitch - 15 * aim.tilt,
    focal: pose.focal * (1 + 3 * aim.zoom),
  }
}
