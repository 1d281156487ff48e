/** The device's clock, as the log shows it: steps, times that fall, events that were written down late. */
import { object, whole } from './read.mjs'

/** @typedef {import('./log.mjs').Leaf} Leaf */
/** @typedef {import('./types.mjs').Report} Report */

/** A clock that follows NTP stays below it. */
const step_ms = 1_000
/** The log follows an event within a second; after a crash, with the next start. */
const late_ms = 10 * 60_000

/** @param {Leaf[]} leaves @param {import('./log.mjs').Day[]} days @param {Report} report */
export function checkClock(leaves, days, report) {
  fallingTimes(leaves, report)
  steps(leaves, report)
  for (const leaf of leaves) if (leaf.type === 'event') entryTime(leaf, report)
  for (const [at, day] of days.entries()) {
    const before = days[at - 1]
    if (before && (day.date < before.date || day.made_ms < before.made_ms - step_ms))
      report('doubt', 'day_back', { day: day.date, before: before.date })
  }
}

/**
 * An entry whose time is earlier than that of an entry before it.
 * @param {Leaf[]} leaves
 * @param {Report} report
 */
function fallingTimes(leaves, report) {
  let newest = leaves[0]
  let back = false
  for (const leaf of leaves) {
    const by_ms = (newest?.made_ms ?? 0) - leaf.made_ms
    if (newest && by_ms > step_ms) {
      if (!back)
        report('doubt', 'clock_back', { seq: leaf.seq, at: leaf.made_ms, by_ms, after: newest.made_ms })
      back = true
    } else {
      newest = leaf
      back = false
    }
  }
}

/**
 * Steps that the device wrote down, and those that only its monotonic clock shows.
 * @param {Leaf[]} leaves
 * @param {Report} report
 */
function steps(leaves, report) {
  for (const [at, leaf] of leaves.entries()) {
    if (leaf.type === 'clock') {
      const by_ms = leaf.says['by_ms']
      if (typeof by_ms === 'number' && Math.abs(by_ms) > step_ms)
        report('doubt', 'clock_set', { at: whole(leaf.says['to_ms']), by_ms })
      if (by_ms === null) report('doubt', 'clock_back_start', { at: whole(leaf.says['to_ms']) })
    }
    const before = leaves[at - 1]
    if (!before || before.boot_id !== leaf.boot_id) continue
    const by_ms = leaf.made_ms - leaf.mono_ms - (before.made_ms - before.mono_ms)
    if (Math.abs(by_ms) <= step_ms) continue
    // The device looks every few seconds, so that an entry may stand before the step that it follows.
    const said = leaves.slice(at).find((other) => other.type === 'clock' && other.boot_id === leaf.boot_id)
    if (!said || said.mono_ms - leaf.mono_ms > 60_000)
      report('wrong', 'clock_unexplained', { seq: leaf.seq, at: leaf.made_ms, by_ms })
  }
}

/** @param {Leaf} leaf @param {Report} report */
function entryTime({ says, uuid, made_ms }, report) {
  const behind_ms = made_ms - whole(says['create_ms'])
  if (behind_ms > late_ms)
    report('doubt', 'logged_late', { uuid, at: whole(says['create_ms']), by_ms: behind_ms })
  if (behind_ms < -step_ms)
    report('doubt', 'logged_early', { uuid, at: whole(says['create_ms']), by_ms: -behind_ms })
  const clock = object(says['clock'])
  const [offset_ms, error_ms] = [whole(clock['offset_ms']), whole(clock['error_ms'])]
  if (Math.abs(offset_ms) > error_ms + step_ms)
    report('doubt', 'clock_off', { uuid, by_ms: offset_ms, error_ms })
}
