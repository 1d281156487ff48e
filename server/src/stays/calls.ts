/** Area `parking`: stays on the time axis, irregular stays and their repair. */
import type { stay_calls } from '@parking/contract'
import type { CheckLeases } from '../checks/check-lease.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { findStays, irregularStays } from './find-stays.ts'
import { repairStay, undoStayRepair } from './repair.ts'
import { stayDay } from './stay-day.ts'
import { stayDetail } from './stay-detail.ts'

type Needs = CallContext & { check_leases: CheckLeases }

export const stay_handlers = {
  stay_day: (body, context) => stayDay(body, context),
  stay_detail: (body, context) => stayDetail(body, context),
  find_stays: (body, context) => findStays(body, context),
  irregular_stays: (body, context) => irregularStays(body, context),
  repair_stay: (body, context) => repairStay(body, context),
  undo_stay_repair: (body, context) => undoStayRepair(body, context),
} satisfies Handlers<keyof typeof stay_calls, Needs>
