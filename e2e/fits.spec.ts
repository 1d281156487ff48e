/**
 * Every page fits at every width: nothing scrolls sideways, no text covers another or is cut short, and
 * nothing sticks out of its card. The menu is open wherever it stands beside the page.
 */
import { expect, test } from './fixtures.ts'
import { misfits } from './measures/misfits.ts'
import { failSignIns } from './support/failed-sign-ins.ts'
import { pagePaths, tabPaths } from './support/pages.ts'
import { reportEvents, unsure } from './support/report-events.ts'

test.use({ stage: { on_street: 2, added: 2, analysis: true, platform: true } })

test.beforeAll(async ({ device, world }) => {
  await reportEvents(device, world, [
    { plate_number: '粤B1O345', ...unsure },
    { plate_number: '' },
    { plate_number: '粤BD12345', plate_color: 'gradient_green' },
  ])
  // An open alarm takes room in the header.
  await failSignIns(device)
  await expect
    .poll(async () => (await device.call('/api/parking/alarms', { page: 1, page_size: 1, open: true })).open)
    .toBeGreaterThan(0)
})

const softly = expect.configure({ soft: true })
const widths = [1920, 1440, 992, 390, 360]
const states = ['/dashboard?health=open', '/dashboard?view=lots']
/** A few pages a test: a slow machine opens one in seconds. */
const partOf = (path: string): string => {
  const [, part, page] = path.split(/[?/]/)
  return path.includes('?') ? `tabs of ${part}` : page ? `pages of ${part}` : 'pages without a group'
}
const all_paths = [...pagePaths, ...tabPaths, ...states]

for (const [at, part] of [...new Set(all_paths.map(partOf))].entries())
  test(`the ${part} fit`, { tag: at % 2 === 1 ? ['@tw'] : [] }, async ({ page }) => {
    test.slow() // it opens every page
    for (const path of all_paths.filter((one) => partOf(one) === part)) {
      await page.setViewportSize({ width: widths[0] ?? 0, height: 900 })
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        // The page lays itself out again in its own time.
        await softly.poll(() => misfits(page), `${path} at ${width} px`).toEqual([])
      }
    }
  })
