/**
 * The network between box and visitor: two network namespaces and a cable. The lab itself runs in the
 * visitor's, which is also the gateway and where the servers are that the box asks; the box gets one of its
 * own. Neither is the machine's.
 */
import { sh } from './sh.ts'

export const lan = {
  box_space: '/run/netns/box',
  /** The visitor and gateway, in the box's first network and in a second one that the box can be moved to. */
  client: '10.77.0.1',
  second: '10.78.0.1',
  /** Where the box is found at first. */
  box: '10.77.0.10',
  netmask: '255.255.255.0',
  /** Nobody is there. */
  unused_address: '10.77.0.254',
} as const

/** Once, in the lab's own namespaces. */
export async function connectNetwork(): Promise<void> {
  await sh(['mkdir', '-p', '/run/netns'])
  await sh(['mount', '-t', 'tmpfs', 'lab', '/run/netns'])
  await sh(['ip', 'link', 'set', 'lo', 'up'])
  await sh(['ip', 'netns', 'add', 'box'])
  await sh(['ip', 'link', 'add', 'lan0', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', 'box'])
  for (const address of [lan.client, lan.second])
    await sh(['ip', 'addr', 'add', `${address}/24`, 'dev', 'lan0'])
  await sh(['ip', 'link', 'set', 'lan0', 'up'])
}

/** A namespace outlives the container; a network card without power forgets all that was set. */
export async function resetCard(): Promise<void> {
  for (const what of [
    ['addr', 'flush', 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'down'],
  ])
    await sh(['ip', '-n', 'box', ...what])
}
