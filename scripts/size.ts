/**
 * `npm run size`: prints the size of every route, opened with an empty cache against the built server (gzip).
 */
import { pagePaths, tabPaths } from '../e2e/support/pages.ts'
import { budgets, weigh, type Weight } from '../e2e/measures/weigh.ts'
import { openStreet } from './lib/open-street.ts'
import { buildWhatChanged } from './lib/start-street.mjs'

await buildWhatChanged()
const street = await openStreet({ on_street: 1, added: 1, platform: true })
const number = (value: number, limit?: number) =>
  `${value.toFixed(value < 100 ? 1 : 0)}${limit === undefined ? '' : ` / ${limit}`}`.padStart(12)
const line = (path: string, weight: Weight, limit: { js_kb: number; requests?: number }) =>
  console.log(
    path.padEnd(32),
    number(weight.js_kb, limit.js_kb),
    number(weight.css_kb),
    number(weight.total_kb),
    `${weight.requests}${limit.requests ? ` / ${limit.requests}` : ''}`.padStart(10),
  )

console.log(
  'route'.padEnd(32),
  ...['JS kB', 'CSS kB', 'total kB'].map((word) => word.padStart(12)),
  'requests'.padStart(10),
)
const context = await street.browser.newContext({ viewport: { width: 1440, height: 900 } })
line('/login', await weigh(context, `${street.device.address}/login`), budgets.login)
await context.addCookies(street.cookies)
for (const path of [...pagePaths, ...tabPaths]) {
  line(
    path,
    await weigh(context, street.device.address + path),
    path === '/dashboard' ? budgets.dashboard : budgets.any,
  )
}
await street.end()
