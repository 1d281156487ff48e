/**
 * The run itself, in the room that run.ts has made: the peers, the device, the application, what goes wrong,
 * the samples, the verdict.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { storage_protocol } from '@parking/contract'
import sharp from 'sharp'
import { root } from '../scripts/lib/root.mjs'
import { startPlatform } from '@parking/sim/peers/platform/platform.ts'
import { startS3Peer } from '@parking/sim/peers/storage/s3-peer.ts'
import { startApplication, type Application } from './application.ts'
import { openDevice } from './device.ts'
import { makePlan, type Act } from './plan.ts'
import { openRoom } from './room.ts'
import { page, summary, type Figures } from './report.ts'
import type { Settings } from './settings.ts'
import { judge } from './verdict.ts'
import { openWeather } from './weather.ts'
import { look, sample, type Sample } from './witness.ts'

const lots = 240
const app_secret = 'chaos-app-secret'
const sign_in = { username: 'chaos', password: 'chaos-storage-secret', bucket: 'chaos' }
/** Without anything new at the platform for so long the run has failed. */
const patience_ms = 150_000
const sent = 2

/** Resolves to whether everything held. */
export async function runChaos(settings: Settings): Promise<boolean> {
  const { seed, events, rate, program, storage: with_storage } = settings
  const room = openRoom(settings.folder, settings.boundless)
  const begun = performance.now()
  const plan = makePlan(seed, events)
  const platform = await startPlatform({ appSecret: app_secret, keepEvents: Infinity })
  const storage = await startS3Peer({ ...sign_in, room: Infinity })
  const weather = openWeather(platform, storage, seed, settings.lets_go)
  const device = openDevice(room.folder, program, lots)
  const wrong = new Set<string>()
  const deleted = new Set<string>()
  const done = { kill: 0, fill: 0, delete: 0, resume: 0, repeat: 0, platform: 0, storage: 0 }
  const samples = { taken: 0, checked: 0 }
  const fresh: string[] = []
  /** Acts that found nothing to do it to. */
  const put_off: Act[] = []
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
    // So that the weather meets deliveries, and not only a queue that grows.
    events,
    lots,
    rate: () => (application.acked.size - platform.received().length > settings.max_behind ? rate / 5 : rate),
    big_share: settings.big_share,
    drawn_share: settings.drawn_share,
    seed,
    acknowledged(count) {
      while (plan[0] && plan[0].at <= count) {
        const act = plan.shift()!
        done[act.do]++
        // The weather changes at once; what takes time is done one after the other.
        const doing = perform(act)
        void doing.catch((error: unknown) =>
          wrong.add(`${act.do} could not be done: ${error instanceof Error ? error.message : String(error)}`),
        )
      }
    },
  })

  async function perform(act: Act): Promise<void> {
    if (act.do === 'platform') return weather.platform(act.weather)
    if (act.do === 'storage') return with_storage ? weather.storage(act.weather) : undefined
    working = working
      .then(() => work(act))
      .catch(
        (error: unknown) =>
          void wrong.add(
            `${act.do} could not be done: ${error instanceof Error ? error.message : String(error)}`,
          ),
      )
    return working
  }

  async function work(act: Exclude<Act, { do: 'platform' | 'storage' }>): Promise<void> {
    if (act.do === 'kill') {
      await wait(act.after_ms)
      up = false
      await device.kill()
      if (act.again_ms !== undefined) await device.stumble(act.again_ms)
      await device.start()
      up = true
      return check([...application.acked.keys()]) // after each crash everything is looked for
    }
    if (act.do === 'fill') return room.boundless === undefined ? fill(act) : undefined
    if (act.do === 'resume') return void (await device.call('/api/system/parking_event_resume_upload', {}))
    if (act.do === 'repeat')
      return [...application.acked.keys()].slice(-act.count).forEach((uuid) => application.repeat(uuid))
    const old =
      look(device.data, (db) =>
        db.all<{ uuid: string }>(
          `SELECT uuid FROM event WHERE status = ${sent} ORDER BY event_id LIMIT ${act.count}`,
        ),
      ) ?? []
    // One that has an acknowledgement under way is left alone: it is not yet known whether it is to be there.
    const list = old.map(({ uuid }) => uuid).filter((uuid) => application.acked.has(uuid))
    if (list.length === 0) return void put_off.push(act)
    for (const uuid of list) deleted.add(uuid)
    await device.call('/api/parking/delete_parking_event', { list })
    application.repeat(list[0]!) // and must not come back
  }

  async function fill({ hoard, refusals }: { hoard: number; refusals: number }): Promise<void> {
    const met = () => application.counts.busy + application.counts.no_room
    await application.hoard(hoard)
    const until = met() + refusals
    room.fill()
    application.tell()
    // When everything is acknowledged nothing is refused any more.
    for (let at = 0; met() < until && application.acked.size < events && at < 100; at++) {
      await wait(50)
      room.fill() // what the device lets go of is taken at once
    }
    room.clear()
  }

  function check(acked: readonly string[]): void {
    const found = sample(device.data, acked)
    if (!found) return void fresh.push(...acked.slice(-1000))
    for (const sentence of found.wrong) if (wrong.size < 1000) wrong.add(sentence)
    seen = found.sample
    samples.taken++
    samples.checked += acked.length
  }

  let [looked, last_progress, told, at_platform] = [0, performance.now(), performance.now(), 0]
  /** Everything is at the platform, or nothing has come there for too long. */
  async function settled(): Promise<boolean> {
    for (;;) {
      await wait(settings.sample_ms)
      if (up) {
        const all = [...application.acked.keys()]
        check([...fresh.splice(0), ...all.slice(looked)])
        looked = all.length
      }
      const now = platform.received().length
      if (now > at_platform || (room.boundless === undefined && application.acked.size < events))
        last_progress = performance.now()
      at_platform = now
      if (performance.now() - told > (events > 5_000 ? 15_000 : 3_000)) {
        told = performance.now()
        console.log(
          `${((told - begun) / 1000).toFixed(0)} s: ${application.acked.size} acknowledged, ` +
            `${now} at the platform, ${done.kill} kills; ` +
            `${[...(seen?.by_status ?? [])].map(([status, n]) => `status ${status}: ${n}`).join(', ')}`,
        )
      }
      if (application.acked.size >= events && plan.length === 0) {
        await working
        const waiting = [...(seen?.by_status ?? [])].reduce(
          (sum, [status, n]) => sum + (status === sent ? 0 : n),
          0,
        )
        if (waiting === 0 && (seen?.created ?? 0) >= events) {
          if (put_off.length === 0) return true
          for (const act of put_off.splice(0)) await perform(act)
          continue
        }
        if ((seen?.by_status.get(4) ?? 0) > 0)
          // somebody looks at what was refused
          await device.call('/api/system/parking_event_resume_upload', {})
      }
      if (performance.now() - last_progress > patience_ms) return false
      if (wrong.size >= 1000) return false
    }
  }

  const arrived = await settled()
  const took_s = (performance.now() - begun) / 1000
  await working
  application.close()
  const verdict = judge({
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
  for (const sentence of verdict.wrong) wrong.add(sentence)
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
    met: weather.met,
    verdict: verdict.figures,
    acked: application.acked.size,
    deleted: deleted.size,
  }
  console.log(summary(figures))
  if (wrong.size > 0) {
    console.log(
      `WRONG, ${wrong.size} things:\n${[...wrong]
        .slice(0, 100)
        .map((sentence) => `  ${sentence}`)
        .join('\n')}`,
    )
    console.log(`The last words of the server:\n${device.complaints.slice(-20).join('\n')}`)
  } else if (settings.write) writeFileSync(join(root, 'docs/bench/chaos.md'), page(figures))
  return wrong.size === 0
}
