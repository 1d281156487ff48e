/** Free TCP ports for devices. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port below those that the system assigns (32768 and up on Linux), so that no other program takes it while
 * a device is restarted, and above those of `npm start` (8080, 18081 and up).
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000)
  const probe = createServer().listen(port, '127.0.0.1')
  const is_free = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  probe.close()
  return is_free ? port : freePort()
}
