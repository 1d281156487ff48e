/** The calls whose answers are outdated after a switch of the business mode, and the names of the modes. */
import { business_mode } from '@parking/contract/core/codes.ts'
import type { AnswerAt } from '#src/core/api.ts'

export type Mode = AnswerAt<'/api/parking/get_business_mode'>['business_mode']

export const stale_reads = [
  '/api/parking/get_business_mode',
  '/api/camera/list_cameras',
  '/api/camera/get_scenes',
  '/api/camera/get_all_lots_no',
  '/api/system/list_snapshots',
] as const

export const words_of = {
  [business_mode.high_position_car]: 'high_position_car',
  [business_mode.high_position_motorcycle]: 'high_position_motorcycle',
} as const
