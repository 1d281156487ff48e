/**
 * `npm run bench:scenes`: the table of all scenes and lots with 64 scenes of 200 lots, in Chromium on a
 * processor slowed down four times. Prints what opening the page loads, and the time from an input to its
 * paint compared with a bare click.
 */
import type { Page } from '@playwright/test'
import { dictionaries } from '../e2e/support/words.ts'
import { openStreet } from '../scripts/lib/open-street.ts'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { inputToPaint, observe } from './hand/measure.ts'
import { idle } from './hand/stage.ts'
import { median, percentile, printTable } from './support/figures.ts'
import { lots } from './support/many-lots.ts'

const scenes = 64
const rounds = 16
const words = dictionaries.zh.scene_list

type Input = { name: string; act: (page: Page, round: number) => Promise<unknown> }

const head = (page: Page, name: string) => page.getByRole('columnheader').getByRole('button', { name })
const inputs: readonly Input[] = [
  { name: 'bare click', act: (page) => page.getByRole('heading', { level: 1 }).click({ force: true }) },
  {
    name: 'scenes or lots',
    act: (page, round) =>
      page
        .getByRole('group', { name: words.view })
        .getByRole('button')
        .nth(round % 2)
        .click(),
  },
  { name: 'sort 12,800 lots', act: (page) => head(page, words.lot_no).click() },
  {
    name: 'type in the search',
    act: (page, round) => page.keyboard.press(round % 2 === 0 ? '9' : 'Backspace'),
  },
  {
    name: 'select the page',
    act: (page) => page.getByRole('columnheader').getByRole('checkbox').click(),
  },
]

await buildWhatChanged()
const street = await openStreet({ on_street: 1, added: 1 })
const { device, world } = street
const camera_sn = world.cameras[0]?.serial ?? ''
for (let scene = 0; scene < scenes; scene++)
  await device.call('/api/camera/add_update_scene', {
    camera_sn,
    scene_type: 0,
    enabled: false,
    parking_no: `P-${scene}`,
    direction: 5,
    ref_width: 1920,
    ref_height: 1080,
    lots: lots.map((lot) => ({ ...lot, lot_no: `${scene}-${lot.lot_no}` })),
  })

const context = await street.context()
await context.addInitScript({ content: observe })
const page = await context.newPage()
const client = await context.newCDPSession(page)
await client.send('Network.enable')
await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
const sizes = new Map<string, number>()
let answer_kb = 0
client.on('Network.responseReceived', ({ requestId, response }) => {
  if (response.url.endsWith('/api/camera/get_scenes')) sizes.set(requestId, 0)
})
client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
  if (sizes.has(requestId)) answer_kb = encodedDataLength / 1000
})
const began = performance.now()
await page.goto(`${device.address}/business/sceneList?view=lots`)
await page.locator('tbody').getByRole('checkbox').first().waitFor()
const open_s = (performance.now() - began) / 1000
await page.evaluate(idle)

const rows = [['ms from the input to its paint', 'p50', 'p95']]
for (const { name, act } of inputs) {
  if (name.includes('search')) await page.getByRole('searchbox', { name: words.text }).focus()
  const ms: number[] = []
  for (let round = 0; round < rounds; round++) ms.push(await inputToPaint(page, () => act(page, round)))
  rows.push([name, median(ms).toFixed(0), percentile(ms, 95).toFixed(0)])
}
console.log(
  `${scenes} scenes, ${scenes * lots.length} lots; ` +
    `get_scenes ${answer_kb.toFixed(0)} kB; first rows ${open_s.toFixed(2)} s`,
)
printTable(rows)
await street.end()
