/**
 * Counts the decisions of each camera in each hour of the day, over the last week; refreshed once an hour.
 */
import type { Deps } from '../core/deps.ts'
import { countDecisions } from './accuracy.store.ts'

const week_ms = 7 * 86_400_000
const fresh_ms = 3_600_000

const keyOf = (camera_sn: string, hour: number): string => `${hour} ${camera_sn}`

export class DecisionCounts {
  #counted_ms = -Infinity
  #counts = new Map<string, number>()
  #mean = 0

  /**
   * The weekly decisions of a camera in an hour of the day (0 to 23), and the mean over all cameras and hours
   * that have any.
   */
  of({ db }: Pick<Deps, 'db'>, camera_sn: string, hour: number, now: number): { n: number; mean: number } {
    if (Math.abs(now - this.#counted_ms) > fresh_ms) {
      this.#counts = new Map()
      for (const { camera_sn: camera, slot, n } of countDecisions(db, now - week_ms)) {
        const key = keyOf(camera, new Date(slot * 3_600_000).getHours())
        this.#counts.set(key, (this.#counts.get(key) ?? 0) + n)
      }
      const all = [...this.#counts.values()].reduce((sum, n) => sum + n, 0)
      this.#mean = this.#counts.size === 0 ? 0 : all / this.#counts.size
      this.#counted_ms = now
    }
    const n = this.#counts.get(keyOf(camera_sn, hour)) ?? this.#mean
    return { n, mean: this.#mean }
  }
}
