/** Sets the peers' behaviour as the schedule demands and counts the requests that met a fault. */
import type { PlatformBehaviour, Platform } from '@parking/sim/peers/platform/platform.ts'
import type { S3Peer, StorageBehaviour } from '@parking/sim/peers/storage/s3-peer.ts'
import { storm, type PlatformCondition, type StorageCondition } from './fault-schedule.ts'

/** Faults of single requests. A refusal is final until an operator resumes it, so it is rare. */
const platform_faults: readonly PlatformBehaviour[] = [
  'drop',
  'break',
  'twice',
  'error',
  'garbage',
  'throttle',
  'redirect',
  'busy',
  'refuse',
  'drop',
  'twice',
  'error',
  'break',
  'garbage',
  'throttle',
  'busy',
]
const storage_faults: readonly StorageBehaviour[] = [
  'cuts',
  'page',
  'full',
  'busy',
  'error',
  'keeps_and_fails',
  'keeps_and_cuts',
]

export type FaultInjector = {
  platform(condition: PlatformCondition): Promise<void>
  storage(condition: StorageCondition): Promise<void>
  /** Number of requests that met each fault. */
  readonly met: { platform: ReadonlyMap<string, number>; storage: ReadonlyMap<string, number> }
}

/**
 * `release_stalled`: whether to close stalled connections when the behaviour changes, instead of letting them
 * time out.
 */
export function openFaultInjector(
  platform: Platform,
  storage: S3Peer,
  seed: number,
  release_stalled: boolean,
): FaultInjector {
  const met = { platform: new Map<string, number>(), storage: new Map<string, number>() }
  const count = (where: Map<string, number>, fault: string) => where.set(fault, (where.get(fault) ?? 0) + 1)
  const storms = {
    platform: storm<PlatformBehaviour>(seed + 2, platform_faults, 'stall'),
    storage: storm<StorageBehaviour>(seed + 3, storage_faults, 'hangs'),
  }
  let [platform_storm, storage_storm] = [false, false]
  platform.behaviourForRequest = () => {
    const behaviour = platform_storm ? storms.platform() : undefined
    if ((behaviour ?? platform.behaviour) !== 'accept') count(met.platform, behaviour ?? platform.behaviour)
    return behaviour
  }
  storage.behaviourForRequest = () => {
    const behaviour = storage_storm ? storms.storage() : undefined
    if ((behaviour ?? storage.behaviour) !== 'answers') count(met.storage, behaviour ?? storage.behaviour)
    return behaviour
  }
  return {
    met,
    async platform(condition) {
      if (release_stalled) platform.releaseStalled()
      platform_storm = condition === 'storm'
      if (condition === 'down' || condition === 'expire') count(met.platform, condition)
      await platform.setBehaviour(condition === 'storm' ? 'accept' : condition)
    },
    async storage(condition) {
      if (release_stalled) storage.releaseStalled()
      storage_storm = condition === 'storm'
      if (condition === 'off') count(met.storage, 'off')
      storage.behaviour = condition === 'storm' || condition === 'off' ? 'answers' : condition
      await storage.setPower(condition !== 'off')
    },
  }
}
