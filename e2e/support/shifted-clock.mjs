/**
 * Loaded into the server by NODE_OPTIONS: shifts its clock by the milliseconds in the file `clock` next to
 * the data folder, like a box with a wrong clock. Without the file it does nothing.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const file = join(dirname(process.env['PARKING_DATA'] ?? '.'), 'clock')
const shift_ms = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
if (shift_ms !== 0)
  globalThis.Date = new Proxy(Date, {
    construct: (real, args, of) =>
      Reflect.construct(real, args.length > 0 ? args : [real.now() + shift_ms], of),
    get: (real, name) => (name === 'now' ? () => real.now() + shift_ms : Reflect.get(real, name)),
  })
