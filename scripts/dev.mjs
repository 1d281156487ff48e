/**
 * `npm run dev`: runs the street, the server and the console and restarts each when its sources change (the
 * console is updated in place). With `-- --target http://DEVICE` it runs only the console, against any device
 * with this interface.
 */
import { needNode } from './lib/node/node-version.mjs'

await needNode()
const { speak } = await import('./lib/run.mjs')
const { dev } = await import('./lib/dev/dev-street.mjs')
await speak(() => dev(process.argv.slice(2)))
