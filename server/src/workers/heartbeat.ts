/**
 * Sends the heartbeat every `heartbeat_interval` seconds, and
 * changes of cameras or scenes at once (docs/platform.md).
 */
import { log_type } from '@parking/contract'
import type { HeartbeatState } from '../platform/heartbeat-state.ts'
import type { Deps } from '../core/deps.ts'
import type { Part } from '../core/part.ts'
import { heartbeatBody, type HeartbeatNeeds } from '../platform/platform-bodies.ts'
import type { PlatformSession } from '../platform/platform-session.ts'

type Needs = Deps & HeartbeatNeeds & { heartbeat: HeartbeatState }

export type HeartbeatOptions = { /** The platform answered a heartbeat. */ answered: () => void }

export function createHeartbeat(deps: Needs, session: PlatformSession, { answered }: HeartbeatOptions): Part {
  const { bus, log } = deps
  let timer: NodeJS.Timeout | undefined
  let soon: NodeJS.Immediate | undefined
  let beating = false
  let stopped = false
  let wanted = false
  let well: boolean | undefined

  async function beat(): Promise<void> {
    wanted = true
    if (stopped || beating) return
    clearTimeout(timer)
    beating = true
    while (wanted && !stopped) {
      wanted = false // set again when the settings change during the request
      await sendHeartbeat().catch((error: unknown) => log.error({ err: error }, 'the heartbeat failed'))
    }
    beating = false
    if (stopped) return
    const wait_ms = session.param().heartbeat_interval * 1000
    deps.heartbeat.setNext(deps.now() + wait_ms)
    timer = setTimeout(() => void beat(), wait_ms)
  }

  async function sendHeartbeat(): Promise<void> {
    const { device_hb_url } = session.param()
    if (device_hb_url === '') return
    const outcome = await session.post(device_hb_url, heartbeatBody(deps, await session.deviceSn()))
    const { kind, info } = outcome
    // The settings changed during the request: the result belongs to another platform.
    if (stopped || session.param().device_hb_url !== device_hb_url) return
    deps.heartbeat.record(outcome, deps.now())
    const takes = kind === 'accepted'
    if (well !== takes)
      log.info(
        { log_type: log_type.service, what: takes ? 'platform_up' : 'platform_down', kind, info },
        takes ? 'the platform takes heartbeats' : 'the platform does not take heartbeats',
      )
    if (takes && well !== true) bus.emit('link')
    well = takes
    if (well) answered()
  }

  /** Changes come in bursts: one device init covers them all. */
  const changed = () => {
    soon ??= setImmediate(() => {
      soon = undefined
      if (session.param().device_init_url !== '')
        void session.prepare().catch((error: unknown) => log.error({ err: error }, 'the device init failed'))
    })
  }
  const platformChanged = () => {
    deps.heartbeat.reset()
    void beat()
  }
  let unsubscribe: (() => void)[] = []
  return {
    start() {
      unsubscribe = [bus.subscribe('platform', platformChanged), bus.subscribe('config', changed)]
      void beat()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      if (soon) clearImmediate(soon)
      unsubscribe.forEach((off) => off())
    },
  }
}
