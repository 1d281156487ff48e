/**
 * The run itself, on the small disk that run.ts has mounted: peers, device, application, faults, samples and
 * the final check. Long because all of them share the state of one run.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { storage_protocol } from '@parking/contract'
import sharp from 'sharp'
import { writePage } from '../scripts/lib/docs/write-page.ts'
import { startPlatform } from '@parking/sim/peers/platform/platform.ts'
import { startS3Peer } from '@parking/sim/peers/storage/s3-peer.ts'
import { startApplication, type Application } from './application.ts'
import { openDevice } from './device.ts'
import { makeSchedule, type Action } from './fault-schedule.ts'
import { openSmallDisk } from './small-disk.ts'
import { page, summary, type Figures } from './report.ts'
import type { Settings } from './settings.ts'
import { checkFinalState } from './final-check.ts'
import { openFaultInjector } from './fault-injector.ts'
import { queryDatabase, sample, type Sample } from './database-probe.ts'

const lots = 240
const app_secret = 'chaos-app-secret'
const sign_in = { username: 'chaos', password: 'chaos-storage-secret', bucket: 'chaos' }
/** The run fails if no new event arrives at the platform for this long. */
const stall_ms = 150_000
const sent = 2

/** Resolves to true if every check held. */
export async function runChaos(settings: Settings): Promise<boolean> {
  const { seed, events, rate, program, storage: with_storage } = settings
  const disk = openSmallDisk(settings.folder, settings.unfillable_reason)
  const started = performance.now()
  const schedule = makeSchedule(seed, events)
  const platform = await startPlatform({ appSecret: app_secret, keepEvents: Infinity })
  const storage = await startS3Peer({ ...sign_in, max_total_bytes: Infinity })
  const injector = openFaultInjector(platform, storage, seed, settings.release_stalled)
  const device = openDevice(disk.folder, program, lots)
  const wrong = new Set<string>()
  const deleted = new Set<string>()
  const done = { kill: 0, fill: 0, delete: 0, resume: 0, repeat: 0, platform: 0, storage: 0 }
  const samples = { taken: 0, checked: 0 }
  const fresh: string[] = []
  /** Actions that had nothing to act on yet and are tried again later. */
  const deferred: Action[] = []
  let seen: Sample | undefined
  let working = Promise.resolve()
  let up = false

  await device.start()
  await device.call('/api/parking/update_event_param', { video_enabled: false })
  await device.call('/api/parking/update_platform_param', {
    operator_no: 'CHAOS',
    heartbeat_interval: 5,
    extra_info: JSON.stringify({ app_secret }),
    ...platform.urls,
  })
  if (with_storage)
    await device.call('/api/parking/update_storage_param', {
      protocol: storage_protocol.s3,
      endpoint: storage.url,
      username: sign_in.username,
      password: sign_in.password,
      directory: sign_in.bucket,
    })
  up = true

  const application: Application = startApplication({
    socket: join(device.data, 'analysis.sock'),
    jpeg: await sharp({ create: { width: 64, height: 48, channels: 3, background: '#556' } })
      .jpeg()
      .toBuffer(),
    // Slower while the platform is behind, so that the faults hit deliveries and not just a growing queue.
    events,
    lots,
    rate: () => (application.acked.size - platform.received().length > settings.max_behind ? rate / 5 : rate),
    big_share: settings.big_share,
    drawn_share: settings.drawn_share,
    seed,
    acknowledged(count) {
      while (schedule[0] && schedule[0].at <= count) {
        const action = schedule.shift()!
        done[action.do]++
        // Faults of the peers change at once. All other actions run one after the other.
        const doing = perform(action)
        void doing.catch((error: unknown) =>
          wrong.add(
            `${action.do} could not be done: ${error instanceof Error ? error.message : String(error)}`,
          ),
        )
      }
    },
  })

  async function perform(action: Action): Promise<void> {
    if (action.do === 'platform') return injector.platform(action.condition)
    if (action.do === 'storage') return with_storage ? injector.storage(action.condition) : undefined
    working = working
      .then(() => work(action))
      .catch(
        (error: unknown) =>
          void wrong.add(
            `${action.do} could not be done: ${error instanceof Error ? error.message : String(error)}`,
          ),
      )
    return working
  }

  async function work(action: Exclude<Action, { do: 'platform' | 'storage' }>): Promise<void> {
    if (action.do === 'kill') {
      await wait(action.after_ms)
      up = false
      await device.kill()
      if (action.again_ms !== undefined) await device.killDuringStart(action.again_ms)
      await device.start()
      up = true
      return check([...application.acked.keys()]) // after each crash every acknowledged event is checked up
    }
    if (action.do === 'fill') return disk.unfillable_reason === undefined ? fill(action) : undefined
    if (action.do === 'resume') return void (await device.call('/api/system/parking_event_resume_upload', {}))
    if (action.do === 'repeat')
      return [...application.acked.keys()].slice(-action.count).forEach((uuid) => application.repeat(uuid))
    const old =
      queryDatabase(device.data, (db) =>
        db.all<{ uuid: string }>(
          `SELECT uuid FROM event WHERE status = ${sent} ORDER BY event_id LIMIT ${action.count}`,
        ),
      ) ?? []
    // Skips an event whose repeated report is in flight: whether it must exist is not known yet.
    const list = old.map(({ uuid }) => uuid).filter((uuid) => application.acked.has(uuid))
    if (list.length === 0) return void deferred.push(action)
    for (const uuid of list) deleted.add(uuid)
    await device.call('/api/parking/delete_parking_event', { list })
    application.repeat(list[0]!) // must not reappear
  }

  async function fill({ prepare, refusals }: { prepare: number; refusals: number }): Promise<void> {
    const refusals_met = () => application.counts.busy + application.counts.no_room
    await application.prepare(prepare)
    const until = refusals_met() + refusals
    disk.fill()
    application.reportPrepared()
    // Once every event is acknowledged, no further report can be refused.
    for (let at = 0; refusals_met() < until && application.acked.size < events && at < 100; at++) {
      await wait(50)
      disk.fill() // space that the device frees is used up at once
    }
    disk.clear()
  }

  function check(acked: readonly string[]): void {
    const found = sample(device.data, acked)
    if (!found) return void fresh.push(...acked.slice(-1000))
    for (const finding of found.wrong) if (wrong.size < 1000) wrong.add(finding)
    seen = found.sample
    samples.taken++
    samples.checked += acked.length
  }

  let [checked, last_progress, last_printed, at_platform] = [0, performance.now(), performance.now(), 0]
  /** Waits until every event is at the platform; false if nothing has arrived there for too long. */
  async function settled(): Promise<boolean> {
    for (;;) {
      await wait(settings.sample_ms)
      if (up) {
        const all = [...application.acked.keys()]
        check([...fresh.splice(0), ...all.slice(checked)])
        checked = all.length
      }
      const now = platform.received().length
      if (now > at_platform || (disk.unfillable_reason === undefined && application.acked.size < events))
        last_progress = performance.now()
      at_platform = now
      if (performance.now() - last_printed > (events > 5_000 ? 15_000 : 3_000)) {
        last_printed = performance.now()
        console.log(
          `${((last_printed - started) / 1000).toFixed(0)} s: ${application.acked.size} acknowledged, ` +
            `${now} at the platform, ${done.kill} kills; ` +
            `${[...(seen?.by_status ?? [])].map(([status, n]) => `status ${status}: ${n}`).join(', ')}`,
        )
      }
      if (application.acked.size >= events && schedule.length === 0) {
        await working
        const waiting = [...(seen?.by_status ?? [])].reduce(
          (sum, [status, n]) => sum + (status === sent ? 0 : n),
          0,
        )
        if (waiting === 0 && (seen?.created ?? 0) >= events) {
          if (deferred.length === 0) return true
          for (const action of deferred.splice(0)) await perform(action)
          continue
        }
        if ((seen?.by_status.get(4) ?? 0) > 0)
          // An operator resumes the refused events.
          await device.call('/api/system/parking_event_resume_upload', {})
      }
      if (performance.now() - last_progress > stall_ms) return false
      if (wrong.size >= 1000) return false
    }
  }

  const arrived = await settled()
  const took_s = (performance.now() - started) / 1000
  await working
  application.close()
  const final_state = checkFinalState({
    data: device.data,
    acked: application.acked,
    deleted,
    received: platform.received(),
    objects: storage.objects,
    faults: platform.faults,
    refused: application.counts.refused,
  })
  if (!arrived)
    wrong.add(
      `the queue does not empty: ${application.acked.size} of ${events} acknowledged, ` +
        `${platform.received().length} at the platform`,
    )
  for (const finding of final_state.wrong) wrong.add(finding)
  await device.stop()
  await Promise.all([platform.stop(), storage.stop()])

  const figures: Figures = {
    settings,
    took_s,
    starts: device.starts,
    done,
    samples,
    counts: application.counts,
    duplicates: platform.duplicates,
    met: injector.met,
    final_state: final_state.figures,
    acked: application.acked.size,
    deleted: deleted.size,
  }
  console.log(summary(figures))
  if (wrong.size > 0) {
    console.log(
      `FAILED, ${wrong.size} findings:\n${[...wrong]
        .slice(0, 100)
        .map((finding) => `  ${finding}`)
        .join('\n')}`,
    )
    console.log(`The last errors of the server:\n${device.error_lines.slice(-20).join('\n')}`)
  } else if (settings.write) await writePage('docs/bench/chaos.md', page(figures))
  return wrong.size === 0
}
