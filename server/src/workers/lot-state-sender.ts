/**
 * Sends the state of every lot to the platform (`lot_state_url`, docs/platform.md) on each change and every
 * heartbeat interval. Only the newest state counts: one request runs at a time, and later changes go into the
 * next.
 */
import { log_type } from '@parking/contract'
import type { LotStates } from '../camera/lot-states.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { lotStatesBody } from '../platform/platform-bodies.ts'
import { backoff, type Random } from '../core/flow/retry-backoff.ts'
import type { PlatformSession } from '../platform/platform-session.ts'

type Needs = Deps & { lot_states: LotStates }

export type LotStateOptions = { random?: Random; first_delay_ms?: number; max_delay_ms?: number }

export function createLotStateSender(
  deps: Needs,
  session: PlatformSession,
  { random = Math.random, first_delay_ms = 1_000, max_delay_ms = 300_000 }: LotStateOptions = {},
): Part {
  const { bus, log } = deps
  let timer: NodeJS.Timeout | undefined
  let wanted = false
  let sending = false
  let stopped = false
  let failures = 0
  let well: boolean | undefined

  const later = (wait_ms: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void send(), wait_ms)
  }

  async function send(): Promise<void> {
    wanted = true
    if (sending || stopped) return
    sending = true
    clearTimeout(timer)
    while (wanted && !stopped) {
      wanted = false
      const good = await post().catch(
        (error: unknown) => void log.error({ err: error }, 'the lot states could not be sent'),
      )
      failures = good ? 0 : failures + 1
      if (!good) break // further changes wait for the retry
    }
    sending = false
    if (stopped) return // the database may be closed
    const every_ms = session.param().heartbeat_interval * 1000
    later(
      failures === 0
        ? every_ms
        : Math.min(
            every_ms,
            Math.max(first_delay_ms / 2, backoff(failures, first_delay_ms, max_delay_ms, random)),
          ),
    )
  }

  /** Returns whether nothing is left to send now. */
  async function post(): Promise<boolean> {
    const { lot_state_url } = session.param()
    if (lot_state_url === '') return true
    const outcome = await session.post(
      lot_state_url,
      lotStatesBody(deps, session.param(), await session.deviceSn()),
    )
    if (stopped || session.param().lot_state_url !== lot_state_url) return true
    const good = outcome.kind === 'accepted'
    if (good !== well)
      log[good ? 'info' : 'warn'](
        {
          log_type: log_type.service,
          what: good ? 'lot_states_taken' : 'lot_states_refused',
          info: outcome.info,
        },
        good
          ? 'the platform takes the states of the lots'
          : 'the platform does not take the states of the lots',
      )
    well = good
    return good
  }

  /** While the platform is down a change does not cause an earlier attempt: the next retry sends it. */
  const changed = () => void (failures === 0 ? send() : undefined)
  const startOver = () => {
    failures = 0
    well = undefined
    void send()
  }
  let unsubscribe: (() => void)[] = []
  return {
    start() {
      unsubscribe = [
        bus.subscribe('lots', changed),
        bus.subscribe('config', changed),
        bus.subscribe('platform', startOver),
        bus.subscribe('link', startOver),
      ]
      void send()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      unsubscribe.forEach((off) => off())
    },
  }
}
