/**
 * Keeps a wanted tunnel up, also after a restart of the box, and logs when it connects, disconnects or fails.
 * Debian's unit starts OpenVPN again after a failure, but not after an end in good order: a refused account,
 * `ping-exit` and `inactive` end it so.
 */
import type { Trials } from './trial.ts'
import { log_type } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { repeated, type Repeated } from '../core/flow/repeated.ts'
import { vpnAccount, vpnIsWanted } from './vpn-account.ts'

const interval_ms = 15_000
/** Checks between two starts of a tunnel that does not stay up: twice as many each time, up to 16 minutes. */
const max_checks = 64

type Needs = Pick<Deps, 'db' | 'log' | 'now' | 'vpn'> & { trials: Trials }

/** A box that cannot report its VPN is skipped. */
export function createVpnWatch({ db, log, now, trials, vpn }: Needs): Repeated {
  const deps = { db, now, trials }
  let was: 'up' | 'down' | 'failed' | undefined
  let [starts, checks_left] = [0, 0]

  async function check(): Promise<void> {
    if (!vpnAccount(db) || !vpnIsWanted(deps)) {
      was = undefined
      starts = checks_left = 0
      return
    }
    const { status: found, reason } = await vpn.read()
    if (found === 'connected') starts = checks_left = 0
    const start = found === 'off' && !trials.runs() && checks_left-- <= 0
    if (start) {
      checks_left = Math.min(max_checks, 2 ** starts++) - 1
      await vpn.start()
    }
    const status = start ? 'connecting' : found
    const is =
      status === 'connected' ? 'up' : status === 'connecting' ? (was === 'up' ? 'down' : was) : 'failed'
    if (is === was) return
    if (is === 'up') log.info({ log_type: log_type.service, what: 'vpn_connected' }, 'the VPN is connected')
    else if (is === 'down')
      log.warn({ log_type: log_type.alarm, what: 'vpn_lost' }, 'the VPN has lost its connection')
    else log.warn({ log_type: log_type.alarm, what: 'vpn_failed', reason }, 'the VPN has failed')
    was = is
  }

  return repeated(check, {
    every_ms: interval_ms,
    onFailure: (error) => log.debug({ err: error }, 'the state of the VPN could not be read'),
  })
}
