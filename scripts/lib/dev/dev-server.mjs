/**
 * The server of `npm run dev`, as a process that the simulated street starts. On each message it loads and
 * starts the new build in the same process, because loading the packages takes longer than starting a server.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../root.mjs'

/**
 * A new module URL for each build. A build's chunks have their hash in the name, so no stale one is reused.
 */
const built = () => `${pathToFileURL(join(root, 'server', 'dist-dev', 'run.js')).href}?${Date.now()}`

process.umask(0o077) // as in server/src/main.ts
/** @type {{ stop(): Promise<void> } | undefined} */
let server
let turn = load().catch(fail)
// A server that cannot start has already printed why. The next change may fix it.
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
