/** The pictures of the scripted device's cameras: a drawn street in which the script moves the cars. */
import { createStreet } from '../street/street.ts'

export type Place = {
  readonly width: number
  readonly height: number
  /** The lots that the script uses, with x and y from 0 to 1. */
  readonly lots: readonly {
    readonly lot_no: string
    readonly polygon: readonly (readonly [number, number])[]
  }[]
}
/**
 * The only part of the kit that draws. In the one-file kit, which has no street, another part replaces it.
 */
export type Scenery = {
  /** One place for each camera. */
  readonly places: readonly Place[]
  /** Throws if the lot is occupied; `leave` throws if it is empty. `lot` counts from 0. */
  arrive: (camera: number, lot: number) => void
  leave: (camera: number, lot: number) => void
  /** A JPEG. */
  frame: (camera: number) => Promise<Buffer>
}

export const used_lots = 4

/** Two cameras of the simulated street by day, with the nearest lots for cars. */
export function drawnScenery(): Scenery {
  const street = createStreet({ cameras: 2, traffic: false })
  const lots = street.views.map((_, camera) =>
    street
      .lots(camera)
      .map(({ lot_no, kind, polygon }, at) => ({ lot_no, kind, polygon, at }))
      .filter(({ kind }) => kind === 'car')
      .slice(0, used_lots),
  )
  return {
    places: lots.map((of_camera) => ({
      width: 1920,
      height: 1080,
      lots: of_camera.map(({ lot_no, polygon }) => ({ lot_no, polygon })),
    })),
    arrive: (camera, lot) => void street.arrive(camera, lots[camera]![lot]!.at),
    leave: (camera, lot) => void street.leave(camera, lots[camera]![lot]!.at),
    frame: (camera) => street.frame(camera, `CHECK-${camera + 1}`),
  }
}
