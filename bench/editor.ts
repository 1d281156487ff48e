/**
 * Last part of `npm run bench:web`: drags a corner among 200 lots in Chromium at 4x CPU slowdown (target: 55
 * frames per second), compared with a pointer that only moves. Then counts the pointer presses for twenty
 * numbered lots drawn as a kerb strip (target: 8) and the size of a cold start (target: 250 kB).
 */
import { budgets, weigh } from '../e2e/measures/weigh.ts'
import { openStreet } from '../scripts/lib/open-street.ts'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { median, percentile, printTable } from './support/figures.ts'
import { lots, middle_lot } from './support/many-lots.ts'

const seconds = 3
const runs = 5

type Frames = { per_second: number; p95_ms: number; longest_ms: number }

await buildWhatChanged()
const street = await openStreet({ on_street: 1, env: { PARKING_APP: '' } })
const { device, browser, cookies, world } = street
const camera = world.cameras[0]
if (!camera) throw new Error('There is no camera on the street')
const { camera_sn } = await device.call('/api/camera/add_common_camera', {
  camera_name: camera.name,
  username: camera.username,
  password: camera.password,
  stream_url_main: '',
  stream_url_sub: '',
  frame_url: `http://${camera.host}:${camera.port}/snapshot.jpg`,
})
const { scene_id } = await device.call('/api/camera/add_update_scene', {
  camera_sn,
  scene_type: 0,
  enabled: true,
  parking_no: 'P-BENCH',
  direction: 5,
  ref_width: 1920,
  ref_height: 1080,
  lots,
})

const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
})
await context.addCookies([...cookies, { name: 'language', value: 'zh', url: device.address }])
const page = await context.newPage()
await page.goto(
  `${device.address}/business/sceneConfig/scene?${new URLSearchParams({ camera_sn, scene_id })}`,
)
await page
  .locator('[data-lot]')
  .nth(lots.length - 1)
  .waitFor({ state: 'attached' })
const box = await page.locator('[role=application] img').boundingBox()
if (!box) throw new Error('The picture is not on the screen')
const on = (x: number, y: number): [number, number] => [box.x + x * box.width, box.y + y * box.height]
const middle = lots[middle_lot]?.polygon ?? []
const corner = middle[0] ?? [0, 0]
const client = await context.newCDPSession(page)
await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })

/** Moves the pointer in circles and counts the frames drawn meanwhile. */
async function circle([x, y]: [number, number]): Promise<Frames> {
  await page.evaluate(
    'globalThis.drawn = []; globalThis.drawing = true; requestAnimationFrame(function next(at) { ' +
      'drawn.push(at); if (drawing) requestAnimationFrame(next) })',
  )
  const begun = performance.now()
  for (let step = 0; performance.now() - begun < seconds * 1000; step++)
    await page.mouse.move(x + 6 * Math.cos(step / 8), y + 6 * Math.sin(step / 8))
  const drawn = (await page.evaluate('drawing = false, drawn')) as number[]
  const gaps = drawn.slice(1).map((at, i) => at - (drawn[i] ?? at))
  return {
    per_second: (gaps.length * 1000) / ((drawn.at(-1) ?? 0) - (drawn[0] ?? 0)),
    p95_ms: percentile(gaps, 95),
    longest_ms: Math.max(...gaps),
  }
}

const floor: Frames[] = []
const dragged: Frames[] = []
await page.mouse.click(...on((middle[0]![0] + middle[2]![0]) / 2, (middle[0]![1] + middle[2]![1]) / 2))
await page.locator('[data-lot][data-selected=true]').waitFor({ state: 'attached' })
for (let run = 0; run < runs; run++) {
  floor.push(await circle([box.x + 10, box.y + 10]))
  await page.mouse.move(...on(...corner))
  await page.mouse.down()
  dragged.push(await circle(on(...corner)))
  if ((await page.locator('[data-cursor=grabbing]').count()) === 0) throw new Error('No corner was dragged')
  await page.mouse.move(...on(...corner))
  await page.mouse.up()
}
const rowOf = (name: string, frames: Frames[]) => [
  name,
  ...(['per_second', 'p95_ms', 'longest_ms'] as const).map((key) =>
    median(frames.map((one) => one[key])).toFixed(1),
  ),
]
printTable([
  [`${lots.length} lots, 4x CPU, median of ${runs}`, 'frames/s', 'p95 ms', 'longest ms'],
  rowOf('floor: the pointer moves beside them', floor),
  rowOf('a corner is dragged (target 55)', dragged),
])
await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
page.on('dialog', (asked) => void asked.accept())
const presses = await stripOf20()
await context.close()
const cold = await browser.newContext({ viewport: { width: 1440, height: 900 } })
await cold.addCookies(cookies)
const { js_kb, css_kb } = await weigh(
  cold,
  `${device.address}/business/sceneConfig/scene?${new URLSearchParams({ camera_sn, scene_id })}`,
)
printTable([
  ['', 'figure', 'target'],
  ['pointer actions for 20 numbered lots', String(presses), '8'],
  [
    'opened cold, scripts and styles, kB gzip',
    (js_kb + css_kb).toFixed(0),
    String(budgets.scene_editor.code_kb),
  ],
])
await street.end()

/** Draws twenty numbered lots on a new picture as a user would, and returns the number of pointer presses. */
async function stripOf20(): Promise<number> {
  await page.goto(`${device.address}/business/sceneConfig/scene?${new URLSearchParams({ camera_sn })}`)
  const picture = page.locator('[role=application] img')
  await picture.waitFor()
  await page.waitForFunction(`document.querySelector('[role=application] img').naturalWidth === 1920`)
  const at = await picture.boundingBox()
  if (!at) throw new Error('The picture is not on the screen')
  await page.evaluate(`globalThis.presses = 0; addEventListener('pointerdown', () => presses++, true)`)
  await page.locator('[role=toolbar] button[title*="（K）"]').click()
  for (const [x, y] of [
    [0.1, 0.5],
    [0.85, 0.42],
    [0.95, 0.55],
    [0.15, 0.8],
  ] as const)
    await page.mouse.click(at.x + x * at.width, at.y + y * at.height)
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  await page.locator('[data-lot]').nth(19).waitFor({ state: 'attached' })
  return (await page.evaluate('presses')) as number
}
