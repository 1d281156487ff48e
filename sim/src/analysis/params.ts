/**
 * The parameters of analysis as this program works by them. A group that a server does not send leaves the
 * program to its own values.
 */
import type { Config, LotConfig, Problem } from './wire.ts'

export type Params = {
  /** Share of its ground by which a vehicle must stand in a lot. */
  cover: number
  /** What is seen with less confidence (0 to 100) is not reported. */
  min_confidence: number
  /**
   * A plate, and the sign of its province, read with less (0 to 100) is not taken: the event goes without it.
   */
  min_plate: number
  min_han: number
  plate_type: 'mainland' | 'taiwan' | 'any'
  /** A vehicle that is back so soon was never away. */
  merge_ms: number
  motorcycles: { in_car_lots: boolean; plated_only: boolean; min_ms: number }
  pictures: { car: boolean; plate: boolean }
  debug: boolean
}

/** The values without any parameters: everything that is seen is reported at once. */
export const own_params: Params = {
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

/** What it makes of a configuration, and what of it it cannot do. */
export function paramsOf({
  params: { alg_param: alg, event_param },
  scenes,
}: Pick<Config, 'params' | 'scenes'>): { params: Params; problems: Problem[] } {
  const problems: Problem[] = []
  const lots = scenes.flatMap((scene) => (scene.enabled ? scene.lots : []))
  if (alg?.motor_det && alg.motor_mode === 1 && lots.length > 0 && !lots.some(isForMotorcycles)) {
    problems.push({
      field: 'alg_param.motor_mode',
      issue: 'no lot has cells for motorcycles: in the lots of cars their plates are too small to be judged',
    })
  }
  const params: Params = {
    ...own_params,
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
