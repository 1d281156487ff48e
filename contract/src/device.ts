/** Area `device`: who the box is and where, its network, VPN and clock (spec §3, §7). */
import * as z from 'zod/mini'
import { admins, defineCall, everyone, workers } from './call.ts'
import { filled, host, ipv4, latitude, longitude, netmask, nothing, rule, secret, stamp, text } from './fields.ts'
import { vpnFileNameIssue } from './rules.ts'

/** `name` must be unique on the parking IoT platform (spec §3); the others are what the box is (spec §2, dashboard). */
export const basic_info = z.strictObject({
  name: text(64),
  host_name: text(64),
  host_model: text(64),
  host_sn: text(64),
  version: text(64),
  firmware: text(64),
  hardware_id: text(128),
})

export const address = z.strictObject({
  province: text(32),
  city: text(32),
  district: text(32),
  detail_address: text(200),
  /** null until somebody has set it. */
  longitude: z.nullable(longitude()),
  latitude: z.nullable(latitude()),
})

export const time = z.strictObject({
  current_time: stamp(),
  time_zone: filled(64),
  ntp_enabled: z.boolean(),
  ntp_server: text(253),
})

export const ipv4_settings = z.strictObject({ ipv4: ipv4(), netmask: netmask(), gateway: ipv4() })
export const dns_settings = z.strictObject({ dns_main: ipv4(), dns_sub: z.union([ipv4(), z.literal('')]) })

export const vpn_status = ['off', 'connecting', 'connected', 'failed'] as const
export const vpn_info = z.strictObject({
  server: text(253),
  netmask: text(15),
  ipv4: text(15),
  register_address: text(253),
  key: z.literal(''),
  key_set: z.boolean(),
  status: z.enum(vpn_status),
})

export const get_basic_info = defineCall({
  path: '/api/device/get_basic_info',
  roles: everyone,
  summary: 'Who the box is. The console asks it first after sign-in (spec §2).',
  body: nothing,
  answer: basic_info,
  example: {},
})

export const set_basic_info = defineCall({
  path: '/api/device/set_basic_info',
  roles: workers,
  summary: 'Name the box. 5000 when the platform says that the name is taken.',
  body: z.strictObject({ name: filled(64) }),
  answer: nothing,
  example: { name: '深南大道-01' },
})

export const get_address = defineCall({
  path: '/api/device/get_address',
  roles: everyone,
  summary: 'Where the box stands.',
  body: nothing,
  answer: address,
  example: {},
})

export const set_address = defineCall({
  path: '/api/device/set_address',
  roles: workers,
  summary: 'Say where the box stands. Degrees as in spec §5.',
  body: address,
  answer: nothing,
  example: { province: '广东省', city: '深圳市', district: '南山区', detail_address: '深南大道 9988 号', longitude: 113.94386, latitude: 22.54023 },
})

export const time_para = defineCall({
  path: '/api/device/time_para',
  roles: everyone,
  summary: 'The clock, its zone and where it takes the time from.',
  body: nothing,
  answer: time,
  example: {},
})

export const set_time = defineCall({
  path: '/api/device/set_time',
  roles: admins,
  summary: 'Set the zone, and the clock where NTP is off.',
  body: z.strictObject({ time: z.optional(stamp()), time_zone: z.optional(filled(64)) }),
  answer: nothing,
  example: { time: '2026-11-21 08:30:00', time_zone: 'Asia/Shanghai' },
})

export const test_ntp = defineCall({
  path: '/api/device/test_ntp',
  roles: workers,
  summary: 'Ask a time server. Offset and delay in milliseconds.',
  body: z.strictObject({ ntp_server: host() }),
  answer: z.strictObject({ offset_ms: z.number(), delay_ms: z.number(), stratum: z.int() }),
  example: { ntp_server: 'ntp.example.com' },
})

export const set_ntp = defineCall({
  path: '/api/device/set_ntp',
  roles: admins,
  summary: 'Follow a time server, or stop.',
  body: z.strictObject({ ntp_enabled: z.boolean(), ntp_server: host() }),
  answer: nothing,
  example: { ntp_enabled: true, ntp_server: 'ntp.example.com' },
})

export const get_ipv4 = defineCall({
  path: '/api/device/get_ipv4',
  roles: everyone,
  summary: 'The box\'s address on its network.',
  body: nothing,
  answer: z.strictObject({ ipv4: text(15), netmask: text(15), gateway: text(15), macaddr: text(17) }),
  example: {},
})

export const set_ipv4 = defineCall({
  path: '/api/device/set_ipv4',
  roles: admins,
  summary: 'Change the address, as a trial that rolls itself back.',
  body: ipv4_settings,
  answer: nothing,
  example: { ipv4: '192.0.2.10', netmask: '255.255.255.0', gateway: '192.0.2.1' },
})

export const get_dns = defineCall({
  path: '/api/device/get_dns',
  roles: everyone,
  summary: 'The name servers.',
  body: nothing,
  answer: z.strictObject({ dns_main: text(15), dns_sub: text(15) }),
  example: {},
})

export const set_dns = defineCall({
  path: '/api/device/set_dns',
  roles: admins,
  summary: 'Change the name servers, as a trial that rolls itself back.',
  body: dns_settings,
  answer: nothing,
  example: { dns_main: '192.0.2.53', dns_sub: '' },
})

export const register_vpn_online = defineCall({
  path: '/api/device/register_vpn_online',
  roles: admins,
  summary: 'Join the VPN with a register address and a key.',
  body: z.strictObject({ register_address: filled(253), key: secret(4096) }),
  answer: nothing,
  example: { register_address: 'vpn.example.com:8443', key: 'one-time-key' },
})

export const register_vpn_offline = defineCall({
  path: '/api/device/register_vpn_offline',
  roles: admins,
  summary: 'Join the VPN with a file: only .ovpn or .conf, at most 64 KiB.',
  body: z.strictObject({ file_name: z.string().check(rule(vpnFileNameIssue)), content: z.string().check(z.minLength(1), z.maxLength(65_536)) }),
  answer: nothing,
  example: { file_name: 'box-17.ovpn', content: 'client\nremote vpn.example.com 1194\n' },
})

export const get_vpn_info = defineCall({
  path: '/api/device/get_vpn_info',
  roles: everyone,
  summary: 'The VPN account and whether the tunnel is up. The key is never shown again.',
  body: nothing,
  answer: vpn_info,
  example: {},
})

export const start_vpn = defineCall({ path: '/api/device/start_vpn', roles: admins, summary: 'Bring the tunnel up.', body: nothing, answer: nothing, example: {} })
export const stop_vpn = defineCall({ path: '/api/device/stop_vpn', roles: admins, summary: 'Take the tunnel down.', body: nothing, answer: nothing, example: {} })
export const cancel_vpn = defineCall({
  path: '/api/device/cancel_vpn',
  roles: admins,
  summary: 'Log out of the VPN and forget its account.',
  body: nothing,
  answer: nothing,
  example: {},
})

export const device_calls = {
  get_basic_info, set_basic_info, get_address, set_address, time_para, set_time, test_ntp, set_ntp, get_ipv4, set_ipv4, get_dns, set_dns,
  register_vpn_online, register_vpn_offline, get_vpn_info, start_vpn, stop_vpn, cancel_vpn,
}
