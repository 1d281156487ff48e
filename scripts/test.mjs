/**
 * `npm test`: runs checks, unit tests and browser tests. A failed stage does not stop the next, and the last
 * line has the totals. With paths (`npm test -- server/test/http e2e/login.spec.ts`) only those run; options
 * are passed to Playwright.
 */
import { needNode } from './lib/node/node-version.mjs'

await needNode()
const { speak } = await import('./lib/run.mjs')
const { testAll } = await import('./lib/test-all.mjs')
await speak(() => testAll(process.argv.slice(2)))
