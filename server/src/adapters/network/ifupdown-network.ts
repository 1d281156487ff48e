/**
 * A card managed by ifupdown (/etc/network/interfaces), as on a stock Debian server. It is only read:
 * ifupdown has no change that a power cut undoes. `parking-edge network take-over` hands the card to
 * NetworkManager.
 */
import { isIpv4 } from '@parking/contract'
import { SystemError, unsupported } from '#src/ports/system-error.ts'
import type { Program } from '../system/program.ts'

/** The cards that ifupdown has brought up; none if it is not installed. */
export async function ifupdownCards(run: Program): Promise<string[]> {
  const { stdout } = await run(['ifquery', '--state']).catch((error: unknown) => {
    if (error instanceof SystemError && error.reason === 'unsupported') return { stdout: '' }
    throw error
  })
  const names = stdout.split('\n').map((line) => line.split('=')[0]!.trim())
  return names.filter((name) => name !== '' && name !== 'lo')
}

/** The name servers in use, from the file that ifupdown and its DHCP client write. */
export async function readResolvConf(run: Program): Promise<string[]> {
  const { stdout } = await run(['cat', '/etc/resolv.conf'])
  return [...stdout.matchAll(/^nameserver\s+(\S+)/gm)].map(([, address = '']) => address).filter(isIpv4)
}

/** Why its settings cannot be changed here. */
export const ifupdownOnly = (): SystemError =>
  unsupported('ifupdown manages its network card; to hand it over: parking-edge network take-over')
