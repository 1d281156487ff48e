/** Every call's handler. The compiler counts them: a call of the contract without a handler does not build. */
import type { CallName } from '@parking/contract'
import { alarm_handlers } from './alarm/calls.ts'
import { camera_handlers } from './camera/calls.ts'
import { camera_ptz_handlers } from './camera/ptz-calls.ts'
import { camera_reference_handlers } from './camera/reference-calls.ts'
import { param_evidence_handlers } from './evidence/calls.ts'
import { param_document_handlers } from './config-document/calls.ts'
import { device_handlers } from './device/calls.ts'
import { parking_handlers } from './parking/calls.ts'
import { param_history_handlers } from './parking/param-history.ts'
import { platform_handlers } from './parking/platform-calls.ts'
import { notYet, type Handlers } from './serve.ts'
import { system_handlers } from './system/calls.ts'
import { user_handlers } from './user/calls.ts'
import { utils_handlers } from './utils/calls.ts'

export const handlers: Handlers = {
  ...user_handlers, ...device_handlers, ...system_handlers, ...camera_handlers, ...camera_ptz_handlers, ...camera_reference_handlers,
  ...parking_handlers, ...param_document_handlers, ...param_evidence_handlers, ...param_history_handlers, ...platform_handlers, ...alarm_handlers, ...utils_handlers,
}

/** The calls of spec §7 that this version authorises and checks, and does not do yet. docs/served.md is printed from it. */
export const not_yet_calls: readonly CallName[] = (Object.keys(handlers) as CallName[]).filter((name) => handlers[name] === notYet)
