/**
 * `npm run dev`: the street, the server and the console, each taken up again when its sources change (the console without a
 * reload). `npm run dev -- --target http://DEVICE`: only the console, against any device that speaks the wire.
 */
import { needNode } from './lib/node-version.mjs'

needNode()
const { speak } = await import('./lib/run.mjs')
const { dev } = await import('./lib/dev-street.mjs')
await speak(() => dev(process.argv.slice(2)))
