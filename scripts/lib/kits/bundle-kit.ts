/** Bundles a conformance kit into one file that runs with Node alone, from any folder. */
import { join } from 'node:path'
import { build, type Plugin } from 'rolldown'
import type { PackedView } from '@parking/sim/analysis-check/packed-scenery.ts'
import { root } from '../root.mjs'

export const kits = ['platform-check', 'analysis-check'] as const
export type Kit = (typeof kits)[number]

const source = join(root, 'sim/src')
const packed = join(source, 'analysis-check/packed-scenery.ts')

/**
 * Writes `<into>/<kit>.mjs`. `views`: the pictures that the analysis kit shows instead of drawing a street.
 */
export async function bundleKit(kit: Kit, into: string, views: readonly PackedView[] = []): Promise<string> {
  const file = join(into, `${kit}.mjs`)
  await build({
    cwd: root,
    input: join(source, kit, 'main.ts'),
    platform: 'node',
    external: /^node:/,
    logLevel: 'warn',
    plugins: [withoutStreet(views)],
    output: { file, format: 'esm', codeSplitting: false, banner: '#!/usr/bin/env node' },
  })
  return file
}

/** Drawing needs a native library, so the pictures are embedded in the file instead. */
function withoutStreet(views: readonly PackedView[]): Plugin {
  const id = '\0packed-scenery'
  return {
    name: 'packed-scenery',
    resolveId: (written) => (written === './scenery.ts' ? id : null),
    load: (asked) =>
      asked === id
        ? [
            `import { packedScenery } from ${JSON.stringify(packed)}`,
            `const views = ${JSON.stringify(views)}`,
            'export const drawnScenery = () => packedScenery(views)',
          ].join('\n')
        : null,
  }
}
