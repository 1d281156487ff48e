/** Builds a checkout of shadcn-admin with its own `vite build` and serves it. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, Sentence } from '../../scripts/lib/run.mjs'
import { serveFolder } from '../support/serve-folder.ts'

export type Peer = { name: string; address: string; end: () => Promise<void> }

/** Throws a Sentence if the build fails. */
export async function openPeer(folder: string): Promise<Peer> {
  const out = mkdtempSync(join(tmpdir(), 'parking-bench-peer-'))
  const vite = join(folder, 'node_modules/vite/bin/vite.js')
  const { code, output } = await run(process.execPath, [vite, 'build', '--outDir', out, '--emptyOutDir'], {
    cwd: folder,
  })
  if (code !== 0) throw new Sentence(`${output.trim()}\nThe peer in ${folder} could not be built.`)
  const { address, stop } = await serveFolder(out)
  return {
    name: nameOf(folder),
    address,
    async end() {
      await stop()
      rmSync(out, { recursive: true, force: true })
    },
  }
}

/** The peer's name and version, the commit if it is a checkout, and the description from its package.json. */
function nameOf(folder: string): string {
  const { name, version, description } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    description?: string
  }
  return `${name} ${version}${commitOf(folder)}${description ? ` (${description})` : ''}`
}

function commitOf(folder: string): string {
  try {
    const commit = execFileSync('git', ['-C', folder, 'rev-parse', '--short', 'HEAD'], { stdio: 'pipe' })
    return `, commit ${commit.toString().trim()}`
  } catch {
    return ''
  }
}
