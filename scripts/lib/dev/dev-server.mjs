/**
 * The server of `npm run dev`, a process that the simulated street starts. At each message it loads the new
 * build and starts that: its packages, which take longer to load than a server to start, stay loaded.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../root.mjs'

/** A new address for each build. Its chunks have their hash in their name, so none is taken for another. */
const built = () => `${pathToFileURL(join(root, 'server', 'dist-dev', 'run.js')).href}?${Date.now()}`

process.umask(0o077) // as server/src/main.ts
/** @type {{ stop(): Promise<void> } | undefined} */
let server
let turn = load().catch(fail)
// A server that cannot start has said why; the next change may mend it.
process.on('message', () => {
  turn = turn.then(load).catch((error) => console.error(error))
})
process.on('unhandledRejection', (error) => console.error(error))
for (const end of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'])
  process.once(end, () => void turn.then(() => server?.stop()).finally(() => process.exit()))

async function load() {
  /** @type {typeof import('../../../server/src/run.ts')} */
  const { runServer } = await import(built())
  await server?.stop()
  server = undefined
  server = await runServer(process.env, fail)
}

/** @param {unknown} error */
function fail(error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
