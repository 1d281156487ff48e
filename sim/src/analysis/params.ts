/**
 * The analysis parameters that this program supports. For a group that the server does not send it uses its
 * own defaults.
 */
import type { Config, LotConfig, Problem } from './wire.ts'

export type Params = {
  /** The minimum share of a vehicle's footprint in a lot. */
  cover: number
  /** Vehicles with less confidence (0 to 100) are not reported. */
  min_confidence: number
  /** A plate, or its province character, read with less confidence (0 to 100) is left out of the event. */
  min_plate: number
  min_han: number
  plate_type: 'mainland' | 'taiwan' | 'any'
  /** A vehicle that returns within this time has not left. */
  merge_ms: number
  motorcycles: { in_car_lots: boolean; plated_only: boolean; min_ms: number }
  pictures: { car: boolean; plate: boolean }
  debug: boolean
}

/** The defaults: every vehicle is reported at once. */
export const default_params: Params = {
  cover: 0.4,
  min_confidence: 0,
  min_plate: 0,
  min_han: 0,
  plate_type: 'any',
  merge_ms: 0,
  motorcycles: { in_car_lots: true, plated_only: false, min_ms: 0 },
  pictures: { car: true, plate: true },
  debug: false,
}

/** The parameters of a configuration, and its unsupported parts. */
export function paramsOf({
  params: { alg_param: alg, event_param },
  scenes,
}: Pick<Config, 'params' | 'scenes'>): { params: Params; problems: Problem[] } {
  const problems: Problem[] = []
  const lots = scenes.flatMap((scene) => (scene.enabled ? scene.lots : []))
  if (alg?.motor_det && alg.motor_mode === 1 && lots.length > 0 && !lots.some(isForMotorcycles)) {
    problems.push({
      field: 'alg_param.motor_mode',
      issue: 'no lot has cells for motorcycles: in car lots their plates are too small to be read',
    })
  }
  const params: Params = {
    ...default_params,
    ...(alg && {
      cover: alg.cover_th,
      min_confidence: alg.event_th * 100,
      min_plate: alg.auto_plate_th * 100,
      min_han: alg.auto_plate_ch_th * 100,
      plate_type: alg.plate_type === 1 ? 'taiwan' : 'mainland',
      merge_ms: alg.merge_seconds * 1000,
      motorcycles: {
        in_car_lots: alg.motor_det,
        plated_only: alg.motor_mode === 1,
        min_ms: alg.motor_min_seconds * 1000,
      },
      debug: alg.debug_mode,
    }),
    pictures: { car: event_param?.image_car ?? true, plate: event_param?.image_plate ?? true },
  }
  return { params, problems }
}

export const isForMotorcycles = (lot: LotConfig): boolean => lot.motor_num > 1
