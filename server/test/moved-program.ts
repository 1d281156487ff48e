/** The program of the comparing thread, bundled as `npm run build` does it (scripts/lib/bundle.mjs): Node's threads do not read TypeScript. Made once for each process that needs it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'rolldown'

let made: Promise<URL> | undefined

/** Where it is; makes it first where it is not there. */
export function movedProgram(): Promise<URL> {
  made ??= (async () => {
    const dir = mkdtempSync(join(tmpdir(), 'parking-moved-'))
    process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
    const moved = fileURLToPath(new URL('../src/camera/moved-worker.ts', import.meta.url))
    await build({ input: { moved }, platform: 'node', logLevel: 'warn', output: { dir, format: 'esm', entryFileNames: '[name].js' } })
    return pathToFileURL(join(dir, 'moved.js'))
  })()
  return made
}
