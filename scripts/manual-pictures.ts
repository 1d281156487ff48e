/**
 * `npm run manual:pictures [-- NAME ... | all]`: takes the stale or the named pictures of the manual from the
 * running product, in both scripts. `--keep NAME` records that a picture is still valid although its page has
 * changed, for example in a dialog that the picture does not show.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { Page } from '@playwright/test'
import { languages } from '@parking/contract/core/language.ts'
import { reportEvents, unsure, type ReportPlan } from '#e2e/support/report-events.ts'
import { pictureStates } from './lib/manual/page-state.ts'
import { manual_pictures, shown_width, window_size } from './lib/manual/picture-list.ts'
import { openStreet, type Street } from './lib/open-street.ts'
import { root } from './lib/root.mjs'
import { buildWhatChanged } from './lib/start-street.mjs'

const folder = join(root, 'manual/pictures')
const record = join(folder, 'sources.json')
const asked = process.argv.slice(2).filter((word) => word !== '--keep')
const is_kept = process.argv.includes('--keep')
const known: Record<string, Record<string, string>> = existsSync(record)
  ? (JSON.parse(readFileSync(record, 'utf8')) as Record<string, Record<string, string>>)
  : {}
const states = Object.fromEntries(
  await Promise.all(languages.map(async (one) => [one, await pictureStates(manual_pictures, one)] as const)),
)
const wanted = manual_pictures.filter(({ name }) =>
  asked.length > 0
    ? asked.includes(name) || asked.includes('all')
    : languages.some((one) => states[one]?.[name] !== known[one]?.[name]),
)
if (wanted.length === 0) console.log('No picture is stale.')
else if (!is_kept) await makePictures()
for (const language of languages)
  for (const { name } of wanted)
    known[language] = { ...known[language], [name]: states[language]?.[name] ?? '' }
const kept = languages.map((one) => [
  one,
  Object.fromEntries(manual_pictures.map(({ name }) => [name, known[one]?.[name] ?? ''])),
])
mkdirSync(folder, { recursive: true })
writeFileSync(record, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)

async function makePictures(): Promise<void> {
  await buildWhatChanged(['server', 'sim', 'console'])
  const street = await openStreet({ on_street: 2, added: 2, platform: true })
  await furnish(street)
  for (const language of languages) {
    mkdirSync(join(folder, language), { recursive: true })
    const { browser, device } = street
    const context = await browser.newContext({
      viewport: window_size,
      locale: language === 'zh' ? 'zh-CN' : 'zh-TW',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    for (const { name, path } of wanted) {
      await context.clearCookies()
      await context.addCookies([
        { name: 'language', value: language, url: device.address },
        ...(path === '/login' ? [] : street.cookies),
      ])
      await page.goto(device.address + (await addressOf(street, path)))
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settled(page)
      const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      const small = await sharp(picture).resize(shown_width).avif({ quality: 45, effort: 4 }).toBuffer()
      writeFileSync(join(folder, language, `${name}.avif`), small)
      console.log(`${language}/${name}.avif  ${(small.length / 1000).toFixed(0)} kB`)
    }
    await context.close()
  }
  await street.end()
}

/** Sets up a box with a name, parked cars, events and an event that waits for a check. */
async function furnish({ world, device }: Street): Promise<void> {
  await device.call('/api/device/set_basic_info', { name: '深南大道-01' })
  for (const camera of [0, 1])
    world.street
      .lots(camera)
      .slice(0, 4)
      .forEach((_, lot) => world.street.arrive(camera, lot))
  const total = async () =>
    (await device.call('/api/parking/parking_event', { page: 1, page_size: 1 })).total >= 4
  for (const end = Date.now() + 60_000; Date.now() < end && !(await total());) await wait(300)
  await device.call('/api/system/app_control', { action: 'stop' })
  await reportEvents(device, world, [
    { plate_number: '粤B1O345', ...unsure },
    { plate_number: '粤B1Q345', event_type: 3 },
    { plate_number: '粤BD12345', ...unsure },
    ...stay('粤B6K218', 'A05', 7, 4.2),
    ...stay('粤S70C35', 'A06', 5.5, 1.4),
    ...stay('粤B0T96L', 'A05', 3.1, 0.8),
  ])
  await device.call('/api/system/app_control', { action: 'start' })
}

/** An entry and its exit, `from` and `to` hours ago. */
function stay(plate_number: string, lot_no: string, from: number, to: number): ReportPlan[] {
  const at = (hours: number): number => Date.now() - hours * 3_600_000
  return [
    { plate_number, lot_no, event_type: 1, event_time: at(from) },
    { plate_number, lot_no, event_type: 3, event_time: at(to) },
  ]
}

/** The scene editor needs the scene that it opens. */
async function addressOf({ world, device }: Street, path: string): Promise<string> {
  if (path !== '/business/sceneConfig/scene') return path
  const camera_sn = world.cameras[0]!.serial
  const { scene_id } = (await device.call('/api/camera/get_scenes', { camera_sn })).list[0]!
  return `${path}?camera_sn=${camera_sn}&scene_id=${scene_id}`
}

/** Resolves when no request is in flight, every picture is drawn and nothing changes any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => [...document.images].every((one) => one.complete))
  let before: Buffer | undefined
  for (let look = 0; look < 30; look++) {
    await wait(700)
    const now = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    if (before?.equals(now)) return
    before = now
  }
}
