/** Streams a film in real time over the transport that SETUP has agreed on. */
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import type { AddressInfo, Socket } from 'node:net'
import type { Film } from './film.ts'
import { payloadsOf, rtpPacket } from './h264.ts'

export const fps = 10
/** Pictures for a viewer that does not read are dropped instead of filling the memory. */
const max_buffered_bytes = 1024 * 1024

export type Transport = {
  /** The Transport header of the answer to SETUP. */
  line: string
  send: (packet: Buffer) => void
  close: () => void
}
export type Player = { play: () => void; stop: () => void }

/**
 * `stamp`: the time stamp of a picture that is due at this time, in ticks of 90 kHz. `packets`: what is sent
 * in place of a packet.
 */
export function createPlayer(
  { sps, pps, begin }: Film,
  transport: Transport,
  {
    stamp = (time) => time,
    packets = (packet) => [packet],
  }: {
    stamp?: ((time: number) => number) | undefined
    packets?: ((one: Buffer) => readonly Buffer[]) | undefined
  },
): Player {
  const film = begin()
  const ssrc = randomBytes(4).readUInt32BE()
  let [sequence, shown] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  const step = (): void => {
    const time = stamp(Math.round((shown++ * 90_000) / fps))
    const picture = film.next()
    if (!picture) return
    const { key, nals } = picture
    const units = key ? [sps, pps, ...nals] : nals
    units.forEach((nal, at) => {
      const payloads = payloadsOf(nal)
      payloads.forEach((payload, part) => {
        const packet = rtpPacket(payload, {
          marker: at === units.length - 1 && part === payloads.length - 1,
          sequence: sequence++,
          time,
          ssrc,
        })
        for (const sent of packets(packet)) transport.send(sent)
      })
    })
  }
  return {
    play() {
      step()
      timer = setInterval(step, 1000 / fps)
    },
    stop: () => clearInterval(timer),
  }
}

/**
 * Opens the transport requested in SETUP: the connection itself, on the requested channel or on
 * `own_channel`, or a UDP socket.
 */
export async function openTransport(
  wanted: string,
  socket: Socket,
  own_channel?: number,
): Promise<Transport> {
  const ports = /client_port=(\d+)/i.exec(wanted)?.[1]
  if (ports === undefined) {
    const channel = own_channel ?? Number(/interleaved=(\d+)/i.exec(wanted)?.[1] ?? 0)
    return {
      line: `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`,
      send(packet) {
        if (socket.writableLength > max_buffered_bytes || socket.destroyed) return
        const frame = Buffer.from([0x24, channel, 0, 0])
        frame.writeUInt16BE(packet.length, 2)
        socket.write(Buffer.concat([frame, packet]))
      },
      close: () => undefined,
    }
  }
  const [to, host] = [Number(ports), socket.remoteAddress]
  const udp = createSocket(socket.remoteFamily === 'IPv6' ? 'udp6' : 'udp4')
  udp.on('error', () => undefined)
  await new Promise<void>((resolve) => udp.bind(0, socket.localAddress, () => resolve()))
  const { port } = udp.address() as AddressInfo
  return {
    line: `RTP/AVP;unicast;client_port=${to}-${to + 1};server_port=${port}-${port + 1}`,
    send: (packet) => udp.send(packet, to, host),
    close: () => udp.close(),
  }
}
