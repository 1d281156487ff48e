/**
 * Files generated from the sources. `npm run docs` writes them, and a rule test fails if one is out of date.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiPage } from './api-page.ts'
import { callFacts } from './call-facts.ts'
import { callFiles } from './call-files.ts'
import { clicksPage } from './clicks-page.ts'
import { compressedCalls } from './compressed-calls.ts'
import { integratePages } from './integrate-pages.ts'
import { openapi } from './openapi.ts'
import { platesPage } from './plates-page.ts'
import { roleCalls } from './role-calls.ts'
import { root } from '../root.mjs'

/** The text of each document, by path. */
export function documents(): Record<string, string> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return {
    'contract/src/core/call-facts.ts': callFacts(),
    'contract/src/core/compressed-calls.ts': compressedCalls(),
    'contract/src/core/role-calls.ts': roleCalls(),
    'docs/openapi.json': `${JSON.stringify(openapi(version), null, 1)}\n`,
    'docs/api.md': apiPage(),
    'docs/call-files.md': callFiles(),
    'docs/bench/clicks.md': clicksPage(),
    'docs/plates.md': platesPage(),
    ...integratePages(),
  }
}
