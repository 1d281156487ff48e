/** The environment that an installed box adds to the analysis program's. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#scripts/lib/root.mjs'

/** What the script that starts the installed program exports. */
export function installedEnvironment(): Record<string, string> {
  const script = readFileSync(join(root, 'deploy/parking-analysis-run'), 'utf8')
  return Object.fromEntries(
    [...script.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
}
