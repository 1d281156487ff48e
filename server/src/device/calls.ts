/** Area `device`: name, address, clock, network and VPN of the box (spec §3, §7). */
import { zoneOfProcess } from '../core/stamp.ts'
import type { BoxClock } from './box-clock.ts'
import type { LotStates } from '../camera/lot-states.ts'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { Trials } from './trial.ts'
import type { device_calls } from '@parking/contract'
import { recordChange } from '../changes/record-change.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { rename, type NameCheck } from './device-name.ts'
import { deviceAddress, deviceName, setDeviceAddress } from './device.store.ts'
import type { DeviceCertificate } from '../tls/device-certificate.ts'
import { getIpv4, setIpv4, getDns, setDns } from './network.ts'
import { setNtp, setTime, testNtp, timePara } from './time.ts'
import { registerVpnOnline, registerVpnOffline, getVpnInfo, startVpn, stopVpn, cancelVpn } from './vpn.ts'

type Needs = CallContext & {
  certificate: DeviceCertificate
  trials: Trials
  analysis: AnalysisConnection
  lot_states: LotStates
  box_clock: BoxClock
  name_check: NameCheck
}

export const device_handlers = {
  async get_basic_info(_, { db, host, version, name_check }) {
    const name_state = name_check.state()
    return {
      name: deviceName(db),
      version,
      ...(await host.identity()),
      time_zone: zoneOfProcess(),
      ...(name_state && { name_state }),
    }
  },

  async set_basic_info({ name }, context) {
    const name_state = await rename(context, name)
    context.log.info({ user: context.session.username, name_state }, 'basic info changed')
    return { name_state }
  },

  get_address: (_, { db }) => deviceAddress(db),

  set_address(address, context) {
    const { db, now, bus, log, session } = context
    recordChange(context, {}, () => setDeviceAddress(db, address, now()))
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

  get_ipv4: (_, context) => getIpv4(context),
  set_ipv4: (body, context) => setIpv4(body, context),
  get_dns: (_, context) => getDns(context),
  set_dns: (body, context) => setDns(body, context),
  get_trial: (_, { trials, session }) => trials.now(session.user_id),
  confirm_trial: ({ confirm_token }, context) => context.trials.confirm(context, confirm_token),
  cancel_trial: (_, context) => context.trials.cancel(context),
  register_vpn_online: (body, context) => registerVpnOnline(body, context),
  register_vpn_offline: (body, context) => registerVpnOffline(body, context),
  get_vpn_info: (_, context) => getVpnInfo(context),
  start_vpn: (_, context) => startVpn(context),
  stop_vpn: (_, context) => stopVpn(context),
  cancel_vpn: (_, context) => cancelVpn(context),
} satisfies Handlers<keyof typeof device_calls, Needs>
