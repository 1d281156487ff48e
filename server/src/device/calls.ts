/** Area `device`: who the box is and where it stands (spec §3, §7). */
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { Trials } from './trial.ts'
import type { device_calls } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { deviceAddress, deviceName, setDeviceAddress, setDeviceName } from './device.store.ts'
import { network_handlers } from './network.ts'
import { setNtp, setTime, testNtp, timePara } from './time.ts'
import { vpn_handlers } from './vpn.ts'

type Needs = CallContext & { trials: Trials; analysis: AnalysisConnection }

export const device_handlers = {
  async get_basic_info(_, { db, host, version }) {
    return { name: deviceName(db), version, ...(await host.identity()) }
  },

  set_basic_info({ name }, { db, now, bus, log, session }) {
    setDeviceName(db, name, now())
    log.info({ user: session.username }, 'basic info changed')
    bus.emit('config') // the platform must hear the new name (docs/platform.md, device init)
    return {}
  },

  get_address: (_, { db }) => deviceAddress(db),

  set_address(address, { db, now, bus, log, session }) {
    setDeviceAddress(db, address, now())
    log.info({ user: session.username }, 'address changed')
    bus.emit('config')
    return {}
  },

  time_para: (_, context) => timePara(context),

  async set_time(body, context) {
    await setTime(body, context)
    return {}
  },

  test_ntp: (body, context) => testNtp(body, context),

  async set_ntp(body, context) {
    await setNtp(body, context)
    return {}
  },

  ...network_handlers,
  ...vpn_handlers,
} satisfies Handlers<keyof typeof device_calls, Needs>
