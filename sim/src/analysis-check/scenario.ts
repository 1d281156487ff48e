/**
 * The script: what happens in the street and what the device does, step by step. Long because each step
 * depends on the lots that earlier steps have used.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Application } from './application.ts'
import type { CheckCamera } from './cameras.ts'
import { configOf, lotKey, sceneOf, withUnknownFields } from './config.ts'
import { isOneChange, nameOf, type Device, type SentEvent } from './device.ts'
import type { CheckName, Findings } from './findings.ts'
import type { Scenery } from './scenery.ts'
import type { Waits } from './waits.ts'
import { entry, exit, few_seconds_ms, initial_entry } from './words.ts'

export type ScenarioNeeds = {
  readonly application: Application
  readonly cameras: readonly CheckCamera[]
  readonly device: Device
  readonly findings: Findings
  readonly scenery: Scenery
  readonly waits: Waits
  /** How long to wait for a reaction of the program, in milliseconds. */
  readonly patience_ms: number
}

/** Time for the program to read and store an answer before the next step. */
const settle_ms = 500
const end_ms = 5_000

export async function runScenario(needs: ScenarioNeeds): Promise<void> {
  const { application, cameras, device, findings, scenery, waits, patience_ms } = needs
  const { ok, wrong, notShown, judge } = findings
  const lotOf = (camera: number, lot: number): string =>
    lotKey(sceneOf(camera), scenery.places[camera]!.lots[lot]!.lot_no)
  /** Waits for a result; ends early if the program can no longer be started. */
  async function until<Found>(look: () => Found | undefined | false, ms: number): Promise<Found | undefined> {
    await waits.until(() => Boolean(look()) || !application.usable, ms)
    return look() || undefined
  }
  const comings = [initial_entry, entry]
  const findEvent = (lot: string, types: readonly number[]): SentEvent | undefined =>
    [...device.events.values()].find((event) => event.lot === lot && types.includes(event.event_type))
  const cameAgain = (event: SentEvent, times: number) => until(() => event.times > times, patience_ms)
  /** Waits for the event of a step. Without it, the checks of the step are marked as not shown. */
  async function expectEvent(
    lot: string,
    types: readonly number[],
    ...at_stake: CheckName[]
  ): Promise<SentEvent | undefined> {
    const event = await until(() => findEvent(lot, types), patience_ms)
    const what = types.includes(exit) ? 'left' : 'parked in'
    if (!event)
      for (const check of at_stake)
        notShown(check, `a car ${what} ${lot}, and no event of it came in ${patience_ms / 1000} s`)
    return event
  }
  let answered = 0
  let unanswered = 0
  /** Waits for the program to confirm the configuration, but not for long if it usually does not answer. */
  async function expectTaken(): Promise<boolean> {
    const wait_ms = unanswered > answered ? Math.min(1000, patience_ms) : patience_ms
    const last = (): number | undefined => device.connection?.configs.at(-1)?.revision
    const taken = await until(() => last() !== undefined && device.connection?.taken === last(), wait_ms)
    if (taken) answered++
    else unanswered++
    return taken ?? false
  }
  const greetedAfter = (before: number) => until(() => device.greetings > before, patience_ms)

  async function starts(): Promise<boolean> {
    scenery.arrive(0, 0)
    scenery.arrive(1, 0)
    await Promise.all(cameras.map((_, camera) => scenery.frame(camera)))
    device.configure(configOf(cameras, scenery.places, { motorcycles: false }))
    application.start()
    if (!(await greetedAfter(0))) {
      if (application.usable) wrong('connect', `no hello came in ${patience_ms / 1000} s`)
      else if (application.ends > 0) wrong('connect', `it ended ${application.ends} times without a hello`)
      return false
    }
    ok('connect')
    await expectTaken()
    await Promise.all([
      expectEvent(lotOf(0, 0), comings, 'pictures'),
      expectEvent(lotOf(1, 0), comings, 'pictures'),
    ])
    const states = await until(() => (device.connection?.states ?? 0) > 1, few_seconds_ms)
    if (states) ok('state_rate')
    else wrong('state_rate', `two did not come in ${few_seconds_ms / 1000} s`)
    return true
  }

  /** Sends a configuration with one lot fewer, and undocumented fields and an undocumented type. */
  async function configures(): Promise<void> {
    const before = device.connection
    const ends_before = application.ends
    device.send({ type: 'added_later', sky: 'clear', lots: [{ lot_no: 7 }] })
    const without = lotOf(1, 3)
    const next = withUnknownFields(configOf(cameras, scenery.places, { without, motorcycles: true }))
    device.configure(next)
    const taken = await expectTaken()
    const states = device.connection?.states ?? 0
    const followed =
      states > 0 && (await until(() => (device.connection?.states ?? 0) > states + 1, few_seconds_ms))
    if (application.ends > ends_before) wrong('unknown', 'it ended when it got them')
    else if (device.connection !== before) wrong('unknown', 'it closed the connection when it got them')
    else ok('unknown')
    if (taken && followed) ok('new_config')
    else notShown('new_config', 'it neither took it nor sent lines of state after it')
  }

  /**
   * A car parks in a lot whose events get `busy`, another in a lot whose events are refused, and one leaves.
   */
  async function answers(): Promise<void> {
    const [busy_lot, refused_lot] = [lotOf(0, 1), lotOf(1, 1)]
    device.script(busy_lot, (times) => (times === 1 ? 'busy' : 'stored'))
    device.script(refused_lot, () => 'refused')
    scenery.arrive(0, 1)
    scenery.arrive(1, 1)
    scenery.leave(0, 0)
    const [busy] = await Promise.all([
      expectEvent(busy_lot, comings, 'busy'),
      expectEvent(refused_lot, comings, 'refused'),
      expectEvent(lotOf(0, 0), [exit], 'alternate'),
    ])
    if (busy)
      judge(
        'busy',
        (await cameAgain(busy, 1))
          ? []
          : [`${nameOf(busy)} did not come again in ${patience_ms / 1000} s: it is lost`],
      )
  }

  /** The device stores an event and stops before it answers. */
  async function reconnects(): Promise<void> {
    const lot = lotOf(0, 2)
    let closed = false
    device.script(lot, () => (closed ? 'duplicate' : 'none'))
    scenery.arrive(0, 2)
    const event = await expectEvent(lot, comings, 'unacknowledged', 'duplicate')
    await pause(settle_ms)
    const [greetings, times] = [device.greetings, event?.times ?? 0]
    closed = true
    device.closeConnection()
    if (!(await greetedAfter(greetings))) {
      wrong('reconnect', `it did not come back in ${patience_ms / 1000} s`)
      return
    }
    ok('reconnect')
    await expectTaken()
    if (!event) return
    if (await cameAgain(event, times)) ok('unacknowledged')
    else wrong('unacknowledged', `${nameOf(event)} did not come again: it is lost`)
  }

  /** Kills the program with an unacknowledged event; in the meantime another car leaves. */
  async function isKilled(): Promise<void> {
    const [lot, left] = [lotOf(0, 3), lotOf(1, 0)]
    let killed = false
    device.script(lot, () => (killed ? 'stored' : 'none'))
    scenery.arrive(0, 3)
    const event = await expectEvent(lot, comings, 'killed')
    await pause(settle_ms)
    const [greetings, times] = [device.greetings, event?.times ?? 0]
    killed = true
    await application.kill()
    scenery.leave(1, 0)
    application.start()
    if (!(await greetedAfter(greetings))) {
      wrong('killed', `started again, it did not connect in ${patience_ms / 1000} s`)
      return
    }
    await expectTaken()
    const isOther = (one: SentEvent) => one !== event && one.lot === lot && comings.includes(one.event_type)
    const came = event && (await until(() => event.times > times, patience_ms))
    const other = [...device.events.values()].find(isOther)
    if (event && other) wrong('killed', `${nameOf(event)} came under another uuid: ${other.uuid}`)
    else if (event && !came) wrong('killed', `${nameOf(event)} is lost`)
    else if (event) ok('killed')
    if (!findEvent(left, comings)) return notShown('missed', 'the car that left had not been reported')
    if (await expectEvent(left, [exit], 'missed')) ok('missed')
    else if (findEvent(lotOf(0, 0), [exit])) wrong('missed', `a car left ${left}, and no exit of it came`)
  }

  async function ends(): Promise<void> {
    await pause(settle_ms)
    if (!application.running) return notShown('stdin', 'it did not run any more')
    if (await application.closeInput(end_ms)) ok('stdin')
    else wrong('stdin', `it still runs ${end_ms / 1000} s later: it would outlive the server`)
  }

  if (await starts()) {
    for (const step of [configures, answers, reconnects, isKilled]) if (application.usable) await step()
    for (const { name, pictures } of cameras)
      if (pictures() > 0) ok('frames')
      else notShown('frames', `it fetched no picture of ${name}`)
    if (unanswered > 0 && answered > 0) wrong('config_taken', `${unanswered} were never answered`)
    else if (unanswered > 0)
      notShown('config_taken', 'none was answered: it works, but its parameters stay pending in the console')
    alternates(device, findings)
    holds(device, findings)
    if (application.ends === 0) ok('stable')
    await ends()
  }
}

/**
 * Checks the events in order of time, as the device orders them. A change under two uuids has already been
 * reported.
 */
function alternates({ events }: Device, { wrong, ok }: Findings): void {
  const lots = new Map<string, SentEvent[]>()
  for (const event of events.values()) {
    if (![initial_entry, entry, exit].includes(event.event_type)) continue
    const list = lots.get(event.lot) ?? []
    if (!list.some((one) => isOneChange(one, event))) lots.set(event.lot, [...list, event])
  }
  for (const list of lots.values()) {
    list.sort((a, b) => a.event_time - b.event_time)
    list.forEach((event, at) => {
      const before = list[at - 1]
      const parked = before !== undefined && before.event_type !== exit
      if (parked === (event.event_type === exit)) return
      wrong('alternate', `${nameOf(event)} follows ${before ? nameOf(before) : 'no entry'}`)
    })
    if (list.some(({ event_type }) => event_type === exit)) ok('alternate')
  }
}

/** Final answers that were not followed by a repeat were respected. */
function holds({ events }: Device, { ok, notShown }: Findings): void {
  const answered = new Set([...events.values()].map((event) => event.answered?.answer))
  for (const answer of ['stored', 'refused', 'duplicate'] as const)
    if (answered.has(answer)) ok(answer)
    else notShown(answer, 'no event came to be answered so')
}
