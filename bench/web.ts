/**
 * `npm run bench:web [-- word ...] [--peer FOLDER]`: opens pages cold on a slow link, compared with
 * shadcn-admin (FOLDER: a checkout with its packages installed, built in the same run), and measures the idle
 * home page. Writes docs/bench/web.md, which has the targets, unless words select some of the pages.
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openStreet } from '../scripts/lib/open-street.ts'
import { buildWhatChanged } from '../scripts/lib/start-street.mjs'
import { watchPage } from './hand/traffic.ts'
import { fillEvents } from './support/fill-events.ts'
import { printTable } from './support/figures.ts'
import { writePage } from '#scripts/lib/docs/write-page.ts'
import { newContext, openCold, type Cold, type Opened } from './web/cold.ts'
import { pageOf, rowsOf, targets, type Measured } from './web/page.ts'
import { openPeer } from './web/peer.ts'
import { readOptions } from '../scripts/lib/options.ts'

const { values, positionals: words } = readOptions('npm run bench:web -- [WORD ...] [--peer FOLDER]', {
  options: { peer: { type: 'string' } },
  allowPositionals: true,
})
const runs = 5
const cameras = 4
const isChosen = (name: string) => words.length === 0 || words.some((word) => name.includes(word))

await buildWhatChanged()
const peer = values.peer === undefined ? undefined : await openPeer(values.peer)
const street = await openStreet({ on_street: cameras, added: cameras, platform: true })
const { device, browser } = street
await device.stop()
fillEvents(join(device.folder, 'data'), 500)
await device.start()
const pictures = async () =>
  (await device.call('/api/camera/camera_wall', {})).cameras.filter(({ picture }) => picture !== '').length
while ((await pictures()) < cameras) await wait(200)
const { list } = await device.call('/api/parking/parking_event', { page: 1, page_size: 1 })

const cookies = [...street.cookies, { name: 'language', value: 'zh', url: device.address }]
const shows = (text: string) => `document.body.textContent.includes(${JSON.stringify(text)})`
const has = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`
const pages: (Opened & Pick<Measured, 'target'>)[] = [
  { name: 'login', address: `${device.address}/login`, cookies: [], ready: 'true', target: targets.login },
  {
    name: 'dashboard',
    address: `${device.address}/dashboard`,
    cookies,
    ready: `[...document.querySelectorAll('article img')].some((it) => it.naturalWidth > 0 && it.complete)`,
    target: targets.dashboard,
  },
  {
    name: 'event list',
    address: `${device.address}/business/data/parking`,
    cookies,
    ready: shows(list[0]?.event_time_str ?? ''),
    target: targets.other,
  },
]
if (peer)
  pages.push({
    name: 'peer: dashboard',
    address: peer.address,
    cookies: [],
    ready: has('.recharts-bar-rectangle path'),
    target: undefined,
  })

const measured = pages.filter(({ name }) => isChosen(name)).map((page) => ({ page, runs: [] as Cold[] }))
for (let run = 0; run < runs; run++)
  for (const one of measured) one.runs.push(await openCold(browser, one.page))
const rows: Measured[] = measured.map(({ page: { name, target }, runs: seen }) => ({
  name,
  target,
  runs: seen,
}))
printTable(rowsOf(rows))
if (!peer) console.log('The peer was not measured: there is no --peer FOLDER.')

const context = await newContext(browser)
await context.addCookies(cookies)
const idle = isChosen('idle') ? await watchPage(context, `${device.address}/dashboard`) : undefined
await street.end()
await peer?.end()
const text = pageOf({ measured: rows, runs, cameras, idle, peer: peer?.name })
console.log(text)
if (words.length === 0) await writePage('docs/bench/web.md', text)
