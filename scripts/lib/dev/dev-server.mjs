/**
 * The server of `npm run dev`, as a process that the simulated street starts. It runs the sources. A change
 * loads the changed modules and all that import them, and starts the server again in the same process.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { watch } from 'chokidar'
import { register } from 'tsx/cjs/api'
import { root } from '../root.mjs'

const entry = join(root, 'server', 'src', 'run.ts')
const sources = ['server/src', 'server/migrations', 'contract/src'].map((folder) => join(root, folder))
/** An editor may write several files, or one in several steps. */
const settle_ms = 30

process.umask(0o077) // as in server/src/main.ts
register()
const require = createRequire(import.meta.url)
/** Files changed since the last load. @type {Set<string>} */
const changed = new Set()
/** @type {{ stop(): Promise<void> } | undefined} */
let server
let turn = load().catch(fail)

/** @type {NodeJS.Timeout | undefined} */
let settling
watch(sources, { ignoreInitial: true }).on('all', (_what, file) => {
  changed.add(file)
  clearTimeout(settling)
  settling = setTimeout(() => {
    // A server that cannot start has already printed why. The next change may fix it.
    turn = turn.then(load).catch((error) => console.error(error))
  }, settle_ms)
})
process.on('unhandledRejection', (error) => console.error(error))
for (const end of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'])
  process.once(end, () => void turn.then(() => server?.stop()).finally(() => process.exit()))

async function load() {
  forget(changed)
  changed.clear()
  /** @type {typeof import('../../../server/src/run.ts')} */
  const { runServer } = require(entry)
  await server?.stop()
  server = undefined
  server = await runServer(process.env, fail)
}

/**
 * Removes these modules and all that import them, so that they are loaded again.
 * @param {Set<string>} files
 */
function forget(files) {
  const stale = new Set(files)
  // A set also visits what is added meanwhile.
  for (const file of stale) {
    for (const [id, module] of Object.entries(require.cache))
      if (module?.children?.some((child) => child.id === file)) stale.add(id)
    delete require.cache[file]
  }
}

/** @param {unknown} error */
function fail(error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
