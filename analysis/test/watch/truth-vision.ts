/** Vision that reads the ground truth from pictures of the simulated street, to test everything else. */
import { readFrame } from '@parking/sim/analysis/frame-comment.ts'
import { coverOf } from '@parking/sim/analysis/geometry.ts'
import type { Look, OpenVision, PlateColor } from '#src/look/look.ts'

export const truthVision: OpenVision = (view) => ({
  observe: async (picture, time): Promise<Look> => {
    const frame = readFrame(Buffer.from(picture))
    if (!frame) throw new Error('the picture is not from the simulated street')
    const lots = view.lots.map(({ scene_id, lot_no, cell, polygon }) => {
      const car = frame.truth.cars.find(({ footprint }) => coverOf(footprint, polygon) > view.cover_th)
      const place = { scene_id, lot_no, cell }
      if (!car) return { ...place, evidence: { kind: 'seen' as const, llr: -3 } }
      const box = car.plate_box
      return {
        ...place,
        evidence: { kind: 'seen' as const, llr: 3 },
        vehicle: {
          label: 'car' as const,
          box: car.box,
          score: 0.9,
          cover: coverOf(car.footprint, polygon),
          ...(box && {
            plate: {
              signs: [...car.plate].map((sign) => [{ sign, p: 0.99 }]),
              p: 0.93,
              color: car.color as PlateColor,
              width: 100,
              box,
            },
          }),
        },
      }
    })
    return { camera_sn: view.camera_sn, time, health: 'ok', why: '', grey: false, lots }
  },
  learned: () => null,
})

/** Vision that is certain that every lot is empty. */
export const blindVision: OpenVision = (view) => {
  const { learned } = truthVision(view, undefined)
  return {
    learned,
    observe: (_picture, time): Promise<Look> => {
      const lots = view.lots.map(({ scene_id, lot_no, cell }) => ({
        scene_id,
        lot_no,
        cell,
        evidence: { kind: 'seen' as const, llr: -8 },
      }))
      return Promise.resolve({ camera_sn: view.camera_sn, time, health: 'ok', why: '', grey: false, lots })
    },
  }
}
