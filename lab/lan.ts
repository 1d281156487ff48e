/**
 * The network of the lab: network namespaces joined by veth pairs. The lab runs in the client's namespace,
 * which is also the gateway and runs the servers. Each box has a namespace of its own. The machine's network
 * is not touched.
 */
import { sh } from './sh.ts'

export const lan = {
  box_space: 'box',
  /**
   * The address of the client and gateway, in the box's first network and in a second network that the box
   * can be moved to.
   */
  client: '10.77.0.1',
  second: '10.78.0.1',
  /** The first address of the box. */
  box: '10.77.0.10',
  netmask: '255.255.255.0',
  /** No host has this address. */
  unused_address: '10.77.0.254',
} as const

/** Call this once, in the lab's own namespaces. Several boxes are connected by a switch. */
export async function connectNetwork(spaces: readonly string[] = [lan.box_space]): Promise<void> {
  await sh(['mkdir', '-p', '/run/netns'])
  await sh(['mount', '-t', 'tmpfs', 'lab', '/run/netns'])
  await sh(['ip', 'link', 'set', 'lo', 'up'])
  const alone = spaces.length === 1
  if (!alone) await sh(['ip', 'link', 'add', 'lan0', 'type', 'bridge'])
  for (const [at, space] of spaces.entries()) {
    const port = alone ? 'lan0' : `port${at}`
    await sh(['ip', 'netns', 'add', space])
    await sh(['ip', 'link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space])
    if (!alone) await sh(['ip', 'link', 'set', port, 'master', 'lan0', 'up'])
  }
  for (const address of [lan.client, lan.second])
    await sh(['ip', 'addr', 'add', `${address}/24`, 'dev', 'lan0'])
  await sh(['ip', 'link', 'set', 'lan0', 'up'])
}

/**
 * Clears the card's settings: a real network card loses them in a power cut, but a namespace outlives the
 * container.
 */
export async function resetCard(space: string = lan.box_space): Promise<void> {
  for (const what of [
    ['addr', 'flush', 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'down'],
  ])
    await sh(['ip', '-n', space, ...what])
  const kernel = { accept_ra: 1, autoconf: 1, addr_gen_mode: 0, use_tempaddr: 0, disable_ipv6: 0 }
  for (const [name, value] of Object.entries(kernel))
    await sh(['ip', 'netns', 'exec', space, 'sysctl', '-qw', `net.ipv6.conf.eth0.${name}=${value}`])
}
