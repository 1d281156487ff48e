/** Makes the peers as bad as the plan says, and counts which faults were really met. */
import type { Mood, Platform } from '@parking/sim/peers/platform/platform.ts'
import type { S3Peer, StorageMood } from '@parking/sim/peers/storage/s3-peer.ts'
import { storm, type PlatformWeather, type StorageWeather } from './plan.ts'

/**
 * Of single requests: the platform's refusal is for good, so it comes seldom enough for somebody to look at.
 */
const platform_faults: readonly Mood[] = [
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
const storage_faults: readonly StorageMood[] = [
  'cuts',
  'page',
  'full',
  'busy',
  'error',
  'keeps_and_fails',
  'keeps_and_cuts',
]

export type Weather = {
  platform(weather: PlatformWeather): Promise<void>
  storage(weather: StorageWeather): Promise<void>
  /** How many requests met each fault. */
  readonly met: { platform: ReadonlyMap<string, number>; storage: ReadonlyMap<string, number> }
}

/**
 * `lets_go`: with the weather those are cut off who wait for an answer that never comes; otherwise they wait
 * as long as they want.
 */
export function openWeather(platform: Platform, storage: S3Peer, seed: number, lets_go: boolean): Weather {
  const met = { platform: new Map<string, number>(), storage: new Map<string, number>() }
  const count = (where: Map<string, number>, fault: string) => where.set(fault, (where.get(fault) ?? 0) + 1)
  const storms = {
    platform: storm<Mood>(seed + 2, platform_faults, 'stall'),
    storage: storm<StorageMood>(seed + 3, storage_faults, 'hangs'),
  }
  let [stormy_platform, stormy_storage] = [false, false]
  platform.caprice = () => {
    const mood = stormy_platform ? storms.platform() : undefined
    if ((mood ?? platform.mood) !== 'accept') count(met.platform, mood ?? platform.mood)
    return mood
  }
  storage.caprice = () => {
    const mood = stormy_storage ? storms.storage() : undefined
    if ((mood ?? storage.mood) !== 'answers') count(met.storage, mood ?? storage.mood)
    return mood
  }
  return {
    met,
    async platform(weather) {
      if (lets_go) platform.letGo()
      stormy_platform = weather === 'storm'
      if (weather === 'down' || weather === 'expire') count(met.platform, weather)
      await platform.setMood(weather === 'storm' ? 'accept' : weather)
    },
    async storage(weather) {
      if (lets_go) storage.letGo()
      stormy_storage = weather === 'storm'
      if (weather === 'off') count(met.storage, 'off')
      storage.mood = weather === 'storm' || weather === 'off' ? 'answers' : weather
      await storage.setPower(weather !== 'off')
    },
  }
}
