/**
 * `npm run shots [-- word ...]`: takes screenshots of every route, or of routes that contain one of the
 * words, into `shots/`: in both languages, on a desktop and a phone, light and dark.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pagePaths, tabPaths } from '../e2e/support/pages.ts'
import { reportEvents, unsure } from '../e2e/support/report-events.ts'
import { openStreet } from './lib/open-street.ts'
import { root } from './lib/root.mjs'
import { buildWhatChanged } from './lib/start-street.mjs'

const words = process.argv.slice(2)
const paths = ['/login', ...pagePaths, ...tabPaths].filter(
  (path) => words.length === 0 || words.some((word) => path.includes(word)),
)
const folder = join(root, 'shots')
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

await buildWhatChanged()
if (words.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const street = await openStreet({ on_street: 4, added: 3, platform: true })
const { world, device, browser } = street
// The scene: a box with a name and an address, cars in two streets, and one camera without power.
await device.call('/api/device/set_basic_info', { name: '深南大道-01' })
await device.call('/api/device/set_address', {
  province: '广东省',
  city: '深圳市',
  district: '南山区',
  detail_address: '深南大道 9988 号',
  longitude: 113.94386,
  latitude: 22.54023,
})
for (const camera of [0, 1])
  world.street
    .lots(camera)
    .slice(0, 4)
    .forEach((_, lot) => world.street.arrive(camera, lot))
await until(
  async () => (await device.call('/api/parking/parking_event', { page: 1, page_size: 1 })).total >= 4,
)
await device.call('/api/system/app_control', { action: 'stop' })
await reportEvents(device, world, [
  { plate_number: '粤B1O345', ...unsure },
  { plate_number: '粤B1Q345', event_type: 3 },
  { plate_number: '' },
  { plate_number: '粤BD12345', ...unsure },
])
await device.call('/api/system/app_control', { action: 'start' })
await world.cameras[2]?.setPower(false)

let count = 0
for (const language of ['zh', 'tw']) {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const theme of ['light', 'dark']) {
      const context = await browser.newContext({
        viewport,
        locale: language === 'zh' ? 'zh-CN' : 'zh-TW',
        timezoneId: 'Asia/Shanghai',
        reducedMotion: 'reduce',
        hasTouch: size === 'phone',
        isMobile: size === 'phone',
      })
      const choices = [
        ['language', language],
        ['theme', theme],
      ].map(([name = '', value = '']) => ({ name, value, url: device.address }))
      const page = await context.newPage()
      for (const path of paths) {
        // Otherwise the previous page would notice that its session has ended, and reload.
        await page.goto('about:blank')
        await context.clearCookies()
        await context.addCookies([...choices, ...(path === '/login' ? [] : street.cookies)])
        await page.goto(device.address + path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.waitForLoadState('networkidle')
        // A picture of the full page of a phone would lose its touch screen, so the window grows instead.
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        if (size === 'phone') await page.setViewportSize({ ...viewport, height })
        await page.screenshot({
          path: join(folder, `${path.slice(1).replaceAll(/[/?=]/g, '-')}-${language}-${size}-${theme}.png`),
          fullPage: size === 'desktop',
          animations: 'disabled',
        })
        await page.setViewportSize(viewport)
        count += 1
      }
      await context.close()
    }
  }
}
await street.end()
console.log(`${count} screenshots in shots/`)

/** Polls a condition; throws if it does not hold within a minute. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('The street is not ready for its screenshots after a minute.')
    await wait(300)
  }
}
