/** The scenery of the one-file kit: a predrawn picture for every state of its lots. */
import { withComment, type SeenVehicle } from '../street/jpeg-comment.ts'
import type { Place, Scenery } from './scenery.ts'

export type PackedView = {
  readonly place: Place
  /** A JPEG in base64 for each state; lot 0 is the lowest bit of its index. */
  readonly frames: readonly string[]
  /** The vehicle that parks in each lot. */
  readonly cars: readonly SeenVehicle[]
}

export function packedScenery(views: readonly PackedView[]): Scenery {
  const parked = views.map(() => new Set<number>())
  const change = (camera: number, lot: number, comes: boolean): void => {
    const lots = parked[camera]!
    if (lots.has(lot) === comes)
      throw new Error(`lot ${lot} under camera ${camera} is ${comes ? 'taken' : 'empty'}`)
    if (comes) lots.add(lot)
    else lots.delete(lot)
  }
  return {
    places: views.map(({ place }) => place),
    arrive: (camera, lot) => change(camera, lot, true),
    leave: (camera, lot) => change(camera, lot, false),
    frame: async (camera) => {
      const [{ frames, cars }, lots] = [views[camera]!, parked[camera]!]
      const state = [...lots].reduce((sum, lot) => sum + 2 ** lot, 0)
      return withComment(Buffer.from(frames[state]!, 'base64'), {
        camera: `CHECK-${camera + 1}`,
        time: Date.now(),
        cars: cars.filter((_, lot) => lots.has(lot)),
      })
    },
  }
}
