/**
 * Loaded into the server by NODE_OPTIONS: its clock runs off by the milliseconds in the file `clock` beside
 * the data folder, as a box whose clock was wrong. Without the file it does nothing.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const file = join(dirname(process.env['PARKING_DATA'] ?? '.'), 'clock')
const by_ms = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
if (by_ms !== 0)
  globalThis.Date = new Proxy(Date, {
    construct: (real, args, of) => Reflect.construct(real, args.length > 0 ? args : [real.now() + by_ms], of),
    get: (real, name) => (name === 'now' ? () => real.now() + by_ms : Reflect.get(real, name)),
  })
