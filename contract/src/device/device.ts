/** The identity and the address of the device (spec §3, §7). Network, clock and VPN are in other files. */
import * as z from 'zod/mini'
import { defineCall, everyone, viewers, workers } from '../core/call.ts'
import { network_calls } from './network.ts'
import { time_calls } from './time.ts'
import { vpn_calls } from './vpn.ts'
import { filled, latitude, longitude, nothing, text } from '../core/fields.ts'

/**
 * The platform's answer about the name (docs/platform.md, "The name"). unchecked: it has not answered yet and
 * is asked again. no_platform: there is no address to ask.
 */
export const name_states = ['unique', 'taken', 'unchecked', 'no_platform'] as const
export type NameState = (typeof name_states)[number]

/**
 * `name` must be unique on the parking IoT platform (spec §3); the other fields come from the hardware (spec
 * §2).
 */
export const basic_info = z.strictObject({
  name: text(64),
  host_name: text(64),
  host_model: text(64),
  host_sn: text(64),
  version: text(64),
  firmware: text(64),
  hardware_id: text(128),
  /** The time zone of every time that the device sends as text, such as `Asia/Shanghai`. Ours. */
  time_zone: z.optional(text(64)),
  /** Absent while the device has no name. Ours. */
  name_state: z.optional(z.enum(name_states)),
})

export const address = z.strictObject({
  province: text(32),
  city: text(32),
  district: text(32),
  detail_address: text(200),
  /** null until it is set. */
  longitude: z.nullable(longitude()),
  latitude: z.nullable(latitude()),
})

export const get_basic_info = defineCall({
  path: '/api/device/get_basic_info',
  roles: everyone,
  effect: 'read',
  summary: 'The identity of the device. The console asks for it first after sign-in (spec §2).',
  body: nothing,
  answer: basic_info,
  example: {},
})

export const set_basic_info = defineCall({
  path: '/api/device/set_basic_info',
  roles: workers,
  effect: 'write',
  audit: 'changes',
  summary:
    'Set the name of the device. The platform is asked first: 5000 if another device has it. Without ' +
    'an answer within 3.5 s the name is stored as `unchecked`, and the device asks again until it gets one.',
  body: z.strictObject({ name: filled(64) }),
  /** Ours. */
  answer: z.strictObject({ name_state: z.optional(z.enum(name_states)) }),
  example: { name: '深南大道-01' },
})

export const get_address = defineCall({
  path: '/api/device/get_address',
  roles: viewers,
  effect: 'read',
  summary: 'The address of the device.',
  body: nothing,
  answer: address,
  example: {},
})

export const set_address = defineCall({
  path: '/api/device/set_address',
  roles: workers,
  effect: 'write',
  audit: 'changes',
  summary: 'Set the address of the device. Degrees as in spec §5.',
  body: address,
  answer: nothing,
  example: {
    province: '广东省',
    city: '深圳市',
    district: '南山区',
    detail_address: '深南大道 9988 号',
    longitude: 113.94386,
    latitude: 22.54023,
  },
})

export const device_calls = {
  get_basic_info,
  set_basic_info,
  get_address,
  set_address,
  ...time_calls,
  ...network_calls,
  ...vpn_calls,
}
