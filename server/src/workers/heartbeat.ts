/** Tells the platform every `heartbeat_interval` seconds that the box lives, and of a change of cameras or scenes at once (docs/platform.md). */
import { log_type } from '@parking/contract'
import { countStates } from '../camera/camera.store.ts'
import type { Deps } from '../deps.ts'
import { lotStatesOf } from '../analysis/lot-states.ts'
import { countWaiting } from '../parking/event.store.ts'
import type { PlatformSession } from './platform-session.ts'

export type HeartbeatOptions = { /** The platform answered a heartbeat. */ answered: () => void }

export function startHeartbeat(deps: Deps, session: PlatformSession, { answered }: HeartbeatOptions): { stop(): void } {
  const { db, bus, log } = deps
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
      wanted = false // raised again when the settings change while the platform is being waited for
      await tell().catch((error: unknown) => log.error({ err: error }, 'the heartbeat failed'))
    }
    beating = false
    if (!stopped) timer = setTimeout(() => void beat(), session.param().heartbeat_interval * 1000)
  }

  async function tell(): Promise<void> {
    const { device_hb_url } = session.param()
    if (device_hb_url === '') return
    const { kind, info } = await session.post(device_hb_url, {
      device_sn: await session.deviceSn(),
      timestamp: deps.now(),
      run_time: Math.max(0, Math.floor((deps.now() - deps.host.bootedAt()) / 1000)),
      cameras: countStates(db),
      queue: countWaiting(db),
      lots_occupied: [...lotStatesOf(db).values()].filter(({ occupied }) => occupied).length,
    })
    if (stopped) return
    const takes = kind === 'accepted'
    if (well !== takes) log.info({ log_type: log_type.service, what: takes ? 'platform_up' : 'platform_down', kind, info }, takes ? 'the platform takes heartbeats' : 'the platform does not take heartbeats')
    well = takes
    if (well) answered()
  }

  /** Changes come in bursts: one introduction serves them all. */
  const changed = () => {
    soon ??= setImmediate(() => {
      soon = undefined
      if (session.param().device_init_url !== '') void session.prepare().catch((error: unknown) => log.error({ err: error }, 'the introduction failed'))
    })
  }
  const hush = [bus.on('platform', () => void beat()), bus.on('config', changed)]
  void beat()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
      if (soon) clearImmediate(soon)
      hush.forEach((off) => off())
    },
  }
}
