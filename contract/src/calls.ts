/** Every call of spec §7, by the last segment of its path. The server's handlers are a record of exactly these keys. */
import type * as z from 'zod/mini'
import { camera_calls } from './camera.ts'
import { camera_ptz_calls } from './camera-ptz.ts'
import { camera_reference_calls } from './camera-reference.ts'
import { device_calls } from './device.ts'
import { event_check_calls } from './event-check.ts'
import { event_detail_calls } from './event-detail.ts'
import { alarm_calls } from './param-alarm.ts'
import { param_document_calls } from './param-document.ts'
import { param_evidence_calls } from './param-evidence.ts'
import { param_history_calls } from './param-history.ts'
import { parking_calls } from './parking.ts'
import { platform_calls } from './param-platform.ts'
import { system_calls } from './system.ts'
import { user_calls } from './user.ts'
import { utils_calls } from './utils.ts'

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

/** The wire's paths as types, so that a client can be typed without carrying the schemas. */
export type Path = Calls[CallName]['path']
export type NameAt<P extends Path> = {
  [Name in CallName]: Calls[Name]['path'] extends P ? Name : never
}[CallName]
