/**
 * `npm start [-- --fresh]`: installs what is missing, builds what changed, then runs the simulated street, which starts
 * the device server. Only what every Node since 14 understands may stand in this file, so that an old one gets a sentence.
 */
import { needNode } from './lib/node-version.mjs'

needNode()
const { speak } = await import('./lib/run.mjs')
const { start } = await import('./lib/start-street.mjs')
await speak(() => start(process.argv.slice(2)))
