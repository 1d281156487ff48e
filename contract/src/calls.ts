/** Every call by its name, which is the last segment of its path. The server has a handler for each. */
import type * as z from 'zod/mini'
import { camera_list_calls } from './camera/camera.ts'
import { live_calls } from './camera/live.ts'
import { scene_calls } from './camera/scene.ts'
import { camera_try_calls } from './camera/try.ts'
import { camera_ptz_calls } from './camera/ptz.ts'
import { camera_reference_calls } from './camera/reference.ts'
import { device_calls } from './device/device.ts'
import { event_check_calls } from './checks/event-check.ts'
import { event_detail_calls } from './events/event-detail.ts'
import { alarm_calls } from './alarm/alarm.ts'
import { param_document_calls } from './config-document/config-document.ts'
import { param_evidence_calls } from './evidence/evidence.ts'
import { param_history_calls } from './history/param-history.ts'
import { event_calls } from './events/event.ts'
import { business_mode_calls } from './business-mode/business-mode.ts'
import { human_check_calls } from './checks/human-check.ts'
import { param_calls } from './params/param-calls.ts'
import { queue_calls } from './queue/queue.ts'
import { retention_calls } from './retention/retention.ts'
import { storage_calls } from './storage/storage.ts'
import { platform_calls } from './platform/platform.ts'
import { system_calls } from './system/system.ts'
import { user_calls } from './user/user.ts'
import { utils_calls } from './utils/utils.ts'

/** The calls under `/api/camera/` except PTZ and references. */
export const camera_calls = { ...camera_list_calls, ...camera_try_calls, ...scene_calls, ...live_calls }

/** The calls under `/api/parking/` that have no table of their own below. */
export const parking_calls = {
  ...param_calls,
  ...event_calls,
  ...human_check_calls,
  ...business_mode_calls,
  ...storage_calls,
  ...retention_calls,
  ...queue_calls,
}

export const calls = {
  ...user_calls,
  ...device_calls,
  ...system_calls,
  ...camera_calls,
  ...camera_ptz_calls,
  ...camera_reference_calls,
  ...parking_calls,
  ...event_check_calls,
  ...event_detail_calls,
  ...param_document_calls,
  ...param_evidence_calls,
  ...param_history_calls,
  ...platform_calls,
  ...alarm_calls,
  ...utils_calls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
export type Body<Name extends CallName> = z.output<Calls[Name]['body']>
export type Answer<Name extends CallName> = z.output<Calls[Name]['answer']>

/** The paths as types, so that a client is typed without loading the schemas. */
export type Path = Calls[CallName]['path']
export type NameAt<P extends Path> = {
  [Name in CallName]: Calls[Name]['path'] extends P ? Name : never
}[CallName]
