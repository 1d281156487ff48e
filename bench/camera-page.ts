/**
 * `tsx bench/camera-page.ts`: the camera page with 64 cards in Chromium at 4x CPU slowdown. Measures frames
 * per second while scrolling, compared with the parameters page; then, idle for 25 s, the time spent in long
 * tasks (over 50 ms) and the number of pictures fetched.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { openStreet } from '../scripts/lib/open-street.ts'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { startCamera } from '@parking/sim/peers/camera/camera.ts'
import { median, percentile, printTable } from './support/figures.ts'

const camera_count = 64
const runs = 3
const idle_s = 25
const password = 'Street#2026'

await buildWhatChanged()
const street = await openStreet({ on_street: 1, env: { PARKING_APP: '' } })
const { device, browser, cookies, world } = street
const jpeg = await world.street.frame(0, 'BENCH')
const cameras = await Promise.all(
  Array.from({ length: camera_count }, (_, at) =>
    startCamera({
      name: `Bench ${at}`,
      model: 'SL',
      serial: `BENCH-${at}`,
      password,
      frame: async () => jpeg,
    }),
  ),
)
for (const { name, host, port, username } of cameras)
  await device.call('/api/camera/add_onvif_camera', {
    camera_name: name,
    ipv4: host,
    onvif_port: port,
    username,
    password,
  })

const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
})
await context.addCookies([...cookies, { name: 'language', value: 'zh', url: device.address }])
const page = await context.newPage()
let pictures = 0
page.on('request', (request) => void (request.url().includes('/media/') && pictures++))
await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })

type Frames = { per_second: number; p95_ms: number }

/** Scrolls down and up with the wheel and counts the frames drawn meanwhile. */
async function scroll(on: Page): Promise<Frames> {
  await on.mouse.move(700, 500)
  await on.evaluate(
    'globalThis.drawn = []; globalThis.drawing = true; requestAnimationFrame(function next(at) { ' +
      'drawn.push(at); if (drawing) requestAnimationFrame(next) })',
  )
  for (const by of [...Array.from({ length: 60 }, () => 100), ...Array.from({ length: 60 }, () => -100)])
    await on.mouse.wheel(0, by)
  const drawn = (await on.evaluate('drawing = false, drawn')) as number[]
  const gaps = drawn.slice(1).map((at, i) => at - (drawn[i] ?? at))
  return {
    per_second: (gaps.length * 1000) / ((drawn.at(-1) ?? 0) - (drawn[0] ?? 0)),
    p95_ms: percentile(gaps, 95),
  }
}

async function scrollRuns(): Promise<Frames[]> {
  const all: Frames[] = []
  for (let run = 0; run < runs; run++) all.push(await scroll(page))
  return all
}

await page.goto(`${device.address}/business/params`)
await page.getByRole('heading', { level: 1 }).waitFor()
await wait(2_000)
const floor = await scrollRuns()
await page.goto(`${device.address}/business/sceneConfig?page_size=100`)
await page
  .getByRole('checkbox')
  .nth(camera_count - 1)
  .waitFor({ state: 'attached' })
await wait(2_000)
const scrolled = await scrollRuns()
pictures = 0
await page.evaluate(
  'globalThis.long = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) => { ' +
    `long += one.duration })).observe({ type: 'longtask' })`,
)
await wait(idle_s * 1000)
const long_ms = (await page.evaluate('long')) as number
const rowOf = (name: string, frames: Frames[]) => [
  name,
  median(frames.map((one) => one.per_second)).toFixed(1),
  median(frames.map((one) => one.p95_ms)).toFixed(1),
]
printTable([
  [`scrolling, 4x CPU, median of ${runs}`, 'frames/s', 'p95 ms'],
  rowOf('floor: the page of parameters', floor),
  rowOf(`${camera_count} cameras`, scrolled),
])
printTable([
  [`idle for ${idle_s} s`, ''],
  ['long tasks, ms a second', (long_ms / idle_s).toFixed(1)],
  [`pictures fetched, of ${camera_count} that are new every 10 s`, String(pictures)],
])
await context.close()
await Promise.all(cameras.map((camera) => camera.stop()))
await street.end()
