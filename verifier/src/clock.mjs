/** Checks the device's clock as the log shows it: steps, times that go backwards, and events logged late. */
import { object, whole } from './read.mjs'
import { isTyped } from './events.mjs'

/** @typedef {import('./log.mjs').Leaf} Leaf */
/** @typedef {import('./types.mjs').Report} Report */

/** A clock that follows NTP makes no step larger than this. */
const step_ms = 1_000
/** An event is logged within a second, or after a crash at the next start. */
const late_ms = 10 * 60_000

/** @param {Leaf[]} leaves @param {import('./log.mjs').Day[]} days @param {Report} report */
export function checkClock(leaves, days, report) {
  fallingTimes(leaves, report)
  steps(leaves, report)
  const began_ms = leaves.find(({ type }) => type === 'start')?.made_ms ?? -Infinity
  for (const leaf of leaves) if (leaf.type === 'event') entryTime(leaf, began_ms, report)
  for (const [at, day] of days.entries()) {
    const before = days[at - 1]
    if (before && (day.date < before.date || day.made_ms < before.made_ms - step_ms))
      report('doubt', 'day_back', { day: day.date, before: before.date })
  }
}

/**
 * Reports entries whose time is earlier than the time of a previous entry.
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
 * Reports clock steps that the device logged, and steps that only its monotonic clock reveals.
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
    // The device checks its clock every few seconds, so an entry may precede the record of the step before
    // it.
    const said = leaves.slice(at).find((other) => other.type === 'clock' && other.boot_id === leaf.boot_id)
    if (!said || said.mono_ms - leaf.mono_ms > 60_000)
      report('wrong', 'clock_unexplained', { seq: leaf.seq, at: leaf.made_ms, by_ms })
  }
}

/**
 * When an event says that it happened, when the device knew of it, and by which clocks. `began_ms`: when the
 * log began, if the dossier holds its first entry.
 * @param {Leaf} leaf @param {number} began_ms @param {Report} report
 */
function entryTime({ says, uuid, made_ms }, began_ms, report) {
  const behind_ms = made_ms - whole(says['create_ms'])
  if (behind_ms > late_ms)
    report('doubt', 'logged_late', { uuid, at: whole(says['create_ms']), by_ms: behind_ms })
  if (behind_ms < -step_ms)
    report('doubt', 'logged_early', { uuid, at: whole(says['create_ms']), by_ms: -behind_ms })
  const event_ms = whole(says['event_ms'])
  const known_ms = whole(says['create_ms'])
  // A user types a time long after it; that it was typed is a finding of its own.
  const typed = isTyped(object(says['state']))
  if (!typed && known_ms - event_ms > late_ms)
    report('doubt', 'event_late', { uuid, at: event_ms, by_ms: known_ms - event_ms })
  if (event_ms - known_ms > step_ms)
    report('doubt', 'event_future', { uuid, at: event_ms, by_ms: event_ms - known_ms })
  if (!typed && began_ms - event_ms > step_ms)
    report('doubt', 'event_before_log', { uuid, at: event_ms, after: began_ms })
  const camera = object(says['camera_clock'])
  const camera_ms = whole(camera['offset_ms'])
  if (Math.abs(camera_ms) > whole(camera['error_ms']) + step_ms)
    report('doubt', 'camera_off', { uuid, by_ms: camera_ms, error_ms: whole(camera['error_ms']) })
  const clock = object(says['clock'])
  const [offset_ms, error_ms] = [whole(clock['offset_ms']), whole(clock['error_ms'])]
  if (Math.abs(offset_ms) > error_ms + step_ms)
    report('doubt', 'clock_off', { uuid, by_ms: offset_ms, error_ms })
}
