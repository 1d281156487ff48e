/** Every call's handler. The compiler counts them: a call of the contract without a handler does not build. */
import { alarm_handlers } from './alarm/calls.ts'
import { camera_handlers } from './camera/calls.ts'
import { camera_ptz_handlers } from './camera/ptz-calls.ts'
import { camera_reference_handlers } from './camera/reference/reference-calls.ts'
import { param_evidence_handlers } from './evidence/calls.ts'
import { param_document_handlers } from './config-document/calls.ts'
import { device_handlers } from './device/calls.ts'
import { parking_handlers } from './events/calls.ts'
import { event_check_handlers } from './checks/event-check.ts'
import { event_detail_handlers } from './events/event-detail.ts'
import { param_history_handlers } from './history/param-history.ts'
import { platform_handlers } from './platform/platform-calls.ts'
import type { AllHandlers } from './runtime.ts'
import { system_handlers } from './system/calls.ts'
import { user_handlers } from './user/calls.ts'
import { utils_handlers } from './utils/calls.ts'

export const handlers: AllHandlers = {
  ...user_handlers,
  ...device_handlers,
  ...system_handlers,
  ...camera_handlers,
  ...camera_ptz_handlers,
  ...camera_reference_handlers,
  ...parking_handlers,
  ...event_check_handlers,
  ...event_detail_handlers,
  ...param_document_handlers,
  ...param_evidence_handlers,
  ...param_history_handlers,
  ...platform_handlers,
  ...alarm_handlers,
  ...utils_handlers,
}
