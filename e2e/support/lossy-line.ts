import type { Path } from '@parking/contract'
import type { Device } from './device.ts'
import { startProxy } from './proxy.ts'

/** A connection that loses the answer to a call after the device has carried it out. */
export async function startLossyLine(device: Device) {
  const losing = new Set<string>()
  let lost = 0
  const proxy = await startProxy(device, (path) => {
    if (!losing.delete(path)) return undefined
    lost += 1
    return 'lose'
  })
  return { ...proxy, loseAnswer: (path: Path) => void losing.add(path), lost: () => lost }
}

/** Errors of a link that stays up and loses only answers. */
export const lost_line =
  /ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_CONNECTION_CLOSED|ERR_CONNECTION_REFUSED/
