/** WS-Discovery (2005/04) for all cameras of the street on one socket. It only answers this computer. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { randomUUID } from 'node:crypto'
import type { Camera } from './camera.ts'
import { endpointOf, scopesOf } from './device-service.ts'
import { escapeXml, find, ns, readEnvelope } from './soap.ts'

const group = '239.255.255.250'
/** The WS-Addressing version of WS-Discovery 2005/04, older than the one in ONVIF's events. */
const addressing = 'http://schemas.xmlsoap.org/ws/2004/08/addressing'

export type Discovery = {
  /** The port it listens on; undefined if it could not listen. */
  readonly port: number | undefined
  /** The number of probes received. */
  readonly probes: number
  stop: () => Promise<void>
}

/**
 * Answers probes for the cameras that are up. Never throws; without multicast or the port it stays silent.
 */
export async function startDiscovery(
  cameras: () => readonly Camera[],
  port = 3702,
  loopback = '127.0.0.1',
): Promise<Discovery> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  let [probes, bound] = [0, undefined as number | undefined]
  socket.on('error', () => undefined)
  socket.on('message', (message, from) => {
    if (!from.address.startsWith('127.')) return
    const text = message.toString()
    const probe = readProbe(text)
    if (!probe) return
    probes++
    for (const camera of cameras())
      if (camera.up && wanted(camera, probe.types)) {
        const { options } = camera.context
        const answer = matchesOf(camera, probe.id)
        const sent = options.wire?.probe ? options.wire.probe(answer, camera.context, text) : answer
        if (sent !== '') send(socket, from, sent)
      }
  })
  await new Promise<void>((resolve) => {
    socket.once('error', () => resolve())
    socket.bind(port, () => {
      bound = socket.address().port
      try {
        socket.addMembership(group, loopback)
      } catch {
        // This computer has no multicast. Unicast probes still work.
      }
      resolve()
    })
  })
  socket.unref()
  return {
    port: bound,
    get probes() {
      return probes
    },
    stop: () =>
      new Promise((resolve) => {
        try {
          socket.close(() => resolve())
        } catch {
          resolve()
        }
      }),
  }
}

function readProbe(xml: string): { id: string; types: string[] } | undefined {
  const envelope = readEnvelope(xml)
  if (envelope?.action.name !== 'Probe' || envelope.action.namespace !== ns.wsd) return undefined
  const id = find(envelope.header, 'MessageID')?.text
  if (!id) return undefined
  const types = find(envelope.action, 'Types')?.text ?? ''
  return {
    id,
    types: types
      .split(/\s+/)
      .filter(Boolean)
      .map((type) => type.replace(/^.*:/, '')),
  }
}

/** Whether a probe is for this camera. A probe without types is for every device. */
const wanted = (_camera: Camera, types: readonly string[]): boolean =>
  types.every((type) => type === 'NetworkVideoTransmitter' || type === 'Device')

function matchesOf(camera: Camera, relatesTo: string): string {
  const header =
    `<a:MessageID>urn:uuid:${randomUUID()}</a:MessageID><a:RelatesTo>${escapeXml(relatesTo)}</a:RelatesTo>` +
    `<a:To>${addressing}/role/anonymous</a:To><a:Action>${ns.wsd}/ProbeMatches</a:Action>`
  const match =
    `<a:EndpointReference><a:Address>${endpointOf(camera.context.options)}</a:Address>` +
    '</a:EndpointReference><d:Types>dn:NetworkVideoTransmitter tds:Device</d:Types>' +
    `<d:Scopes>${scopesOf(camera.context).join(' ')}</d:Scopes><d:XAddrs>` +
    `http://${camera.host}:${camera.port}/onvif/device_service</d:XAddrs><d:MetadataVersion>` +
    '1</d:MetadataVersion>'
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<s:Envelope xmlns:s="${ns.s}" ` +
    `xmlns:a="${addressing}" xmlns:d="${ns.wsd}" xmlns:dn="${ns.dn}" xmlns:tds="${ns.tds}">` +
    `<s:Header>${header}</s:Header><s:Body><d:ProbeMatches><d:ProbeMatch>${match}</d:ProbeMatch>` +
    '</d:ProbeMatches></s:Body></s:Envelope>'
  )
}

function send(socket: Socket, to: RemoteInfo, xml: string): void {
  socket.send(xml, to.port, to.address, () => undefined)
}
