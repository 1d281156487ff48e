/** A street that draws nothing: one grey picture with the ground truth in its JPEG comment. */
import sharp from 'sharp'
import type { Scenery } from '#src/analysis-check/scenery.ts'
import { withComment, type SeenVehicle } from '#src/street/jpeg-comment.ts'

const grey = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#777' } })
  .jpeg()
  .toBuffer()

export function plainScenery(): Scenery {
  const places = ['A', 'B'].map((row) => ({
    width: 64,
    height: 36,
    lots: [0, 1, 2, 3].map((at) => ({
      lot_no: `${row}0${at + 1}`,
      polygon: [
        [at / 4, 0.5],
        [(at + 1) / 4, 0.5],
        [(at + 1) / 4, 1],
        [at / 4, 1],
      ] as [number, number][],
    })),
  }))
  const parked = new Set<string>()
  return {
    places,
    arrive: (camera, lot) => void parked.add(`${camera} ${lot}`),
    leave: (camera, lot) => void parked.delete(`${camera} ${lot}`),
    frame: async (camera) =>
      withComment(grey, {
        camera: `CHECK-${camera + 1}`,
        time: Date.now(),
        cars: places[camera]!.lots.flatMap(({ polygon }, at) =>
          parked.has(`${camera} ${at}`) ? [carIn(polygon, at)] : [],
        ),
      }),
  }
}

const carIn = (polygon: [number, number][], at: number): SeenVehicle => ({
  plate: `粤B1234${at}`,
  color: 'blue',
  kind: 'car',
  footprint: polygon,
  box: [at / 4, 0.5, (at + 1) / 4, 1],
  plate_box: [at / 4, 0.8, (at + 0.5) / 4, 0.9],
})
