/**
 * `npm start [-- --fresh --analysis]`: installs what is missing, builds what changed and runs the simulated
 * street, which starts the device server. Uses only syntax that Node 14 understands, so that an old Node
 * prints a clear error.
 */
import { needNode } from './lib/node/node-version.mjs'

await needNode()
const { speak } = await import('./lib/run.mjs')
const { start } = await import('./lib/start-street.mjs')
await speak(() => start(process.argv.slice(2)))
