/**
 * `npm test`: everything that guards the project. Each stage that can still run does, whatever happened before it, and the
 * last line is the sum. Words after `--` go to Playwright (`npm test -- e2e/login.spec.ts`), and then only the browser tests run.
 */
import { needNode } from './lib/node-version.mjs'

needNode()
const { speak } = await import('./lib/run.mjs')
const { testAll } = await import('./lib/test-all.mjs')
await speak(() => testAll(process.argv.slice(2)))
