/** Area `device`: who the box is and where it stands (spec §3, §7). */
import type { device_calls } from '@parking/contract'
import { notYet, type Handlers } from '../serve.ts'
import { deviceAddress, deviceName, setDeviceAddress, setDeviceName } from './device.store.ts'

export const device_handlers = {
  async get_basic_info(_, { db, host, version }) {
    return { name: deviceName(db), version, ...(await host.identity()) }
  },

  set_basic_info({ name }, { db, now, bus, log, session }) {
    setDeviceName(db, name, now())
    log.info({ user: session.username }, 'basic info changed')
    bus.tell('config') // the platform must hear the new name (docs/platform.md, device init)
    return {}
  },

  get_address: (_, { db }) => deviceAddress(db),

  set_address(address, { db, now, bus, log, session }) {
    setDeviceAddress(db, address, now())
    log.info({ user: session.username }, 'address changed')
    bus.tell('config')
    return {}
  },

  time_para: notYet,
  set_time: notYet,
  test_ntp: notYet,
  set_ntp: notYet,
  get_ipv4: notYet,
  set_ipv4: notYet,
  get_dns: notYet,
  set_dns: notYet,
  register_vpn_online: notYet,
  register_vpn_offline: notYet,
  get_vpn_info: notYet,
  start_vpn: notYet,
  stop_vpn: notYet,
  cancel_vpn: notYet,
} satisfies Handlers<keyof typeof device_calls>
