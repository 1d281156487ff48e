/** Derives from the device's configuration what each camera has to watch. */
import { scene_type } from '@parking/contract/core/codes.ts'
import type { Label } from '../look/boxes.ts'
import { keyOf, type LotPlace, type View } from '../look/look.ts'
import { cellsOf } from '../place/cells.ts'
import type { CameraConfig, Config, Problem, SceneConfig } from '../socket/wire.ts'

/** After a camera has moved, its lots no longer match the picture: not judged until a user corrects them. */
const isJudged = (scene: SceneConfig): boolean => scene.enabled && !scene.moved && scene.lots.length > 0

const lotsOf = (scene: SceneConfig): LotPlace[] =>
  scene.lots.flatMap(({ lot_no, motor_num, difficult, polygon }) => {
    const motorcycles = scene.scene_type === scene_type.motorcycle || motor_num > 1
    return cellsOf(polygon, motorcycles ? Math.max(1, motor_num) : 1).map((part, cell) => ({
      scene_id: scene.scene_id,
      lot_no,
      cell,
      polygon: part,
      difficult,
      motorcycles,
    }))
  })

/** The view of each camera that has lots to judge. */
export function viewsOf({
  cameras,
  scenes,
  params: { alg_param },
}: Config): { camera: CameraConfig; view: View }[] {
  return cameras.flatMap((camera) => {
    const own = scenes.filter((scene) => scene.camera_sn === camera.camera_sn && isJudged(scene))
    const [first] = own
    if (!first) return []
    const view: View = {
      camera_sn: camera.camera_sn,
      lots: own.flatMap(lotsOf),
      // Two scenes may have different regions of interest. Neither is needed: a vehicle outside is in no lot.
      focus: own.length === 1 ? first.focus : null,
      feature: own.flatMap(({ feature }) => feature),
      cover_th: alg_param.cover_th,
      plate_type: alg_param.plate_type,
      motor_det: alg_param.motor_det,
    }
    return [{ camera, view }]
  })
}

/** The `difficult` codes above 0, by `keyOf`. */
export const difficultOf = ({ lots }: View): Record<string, number> =>
  Object.fromEntries(lots.filter(({ difficult }) => difficult > 0).map((lot) => [keyOf(lot), lot.difficult]))

/** The parts of a configuration that a detector with these labels cannot follow. */
export function problemsOf({ params: { alg_param }, scenes }: Config, known: readonly Label[]): Problem[] {
  const rides = known.includes('motorcycle')
  const judged = scenes.filter(isJudged)
  const field = alg_param.motor_det
    ? 'alg_param.motor_det'
    : judged.some((scene) => scene.scene_type === scene_type.motorcycle)
      ? 'scene_type'
      : judged.some(({ lots }) => lots.some(({ motor_num }) => motor_num > 1))
        ? 'motor_num'
        : undefined
  if (rides || field === undefined) return []
  return [{ field, issue: 'the detector knows no motorcycles: only larger vehicles are found' }]
}
