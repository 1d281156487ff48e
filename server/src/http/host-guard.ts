/**
 * Answers only requests to the device's own names. Another site can make its name resolve to the device (DNS
 * rebinding), and its page would then have the same origin; with an address it cannot do so.
 */
import { hostname } from 'node:os'
import { code } from '@parking/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { denied, Refusal } from '../core/refusal.ts'
import { envelopeOf, send } from './answer.ts'
import { wantsPage } from './wants-page.ts'

/** Whether a request may be answered under this name (without port; IPv6 in brackets). */
export type HostRule = (name: string) => boolean

/** `more`: names of the installation (PARKING_NAMES) and of its certificate, which may change. */
export function hostRule(more: () => readonly string[]): HostRule {
  const own = hostname().toLowerCase()
  const always = new Set(['localhost', own, `${own}.local`])
  return (name) => {
    const bare = name.toLowerCase().replace(/\.$/, '')
    if (/^\[[0-9a-f:.]+\]$/.test(bare) || /^\d{1,3}(\.\d{1,3}){3}$/.test(bare)) return true
    return always.has(bare) || bare.endsWith('.localhost') || more().includes(bare)
  }
}

/** The name in the Host header, without its port; behind a trusted proxy the name that the client used. */
export const nameOf = ({ host }: Pick<FastifyRequest, 'host'>): string =>
  // If the header is missing, `host` is undefined, whatever its type says.
  (host ?? '').replace(/:\d*$/, '')

export function guardByHost(app: FastifyInstance, isOurs: HostRule): void {
  app.addHook('onRequest', async (request, reply) => {
    const name = nameOf(request)
    if (name === '') {
      const refusal = new Refusal(code.format_error, 'The request has no host name')
      return send(reply.header('connection', 'close'), envelopeOf(refusal, request), 400)
    }
    if (isOurs(name)) return
    if (!wantsPage(request))
      return send(reply, envelopeOf(denied('The device is not known by this host name'), request), 421)
    return reply.code(421).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
  })
}

/** The page for users, in both languages. It does not repeat the name, which another site may have chosen. */
const page = `<!doctype html>
<html lang="zh-CN"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>421</title></head>
<body><h1>无法通过此名称访问</h1>
<p>请改用设备的 IP 地址访问；如需使用此名称，请由管理员将其加入设备的 PARKING_NAMES 设置。</p>
<h2 lang="zh-TW">無法透過此名稱連線</h2>
<p lang="zh-TW">請改用裝置的 IP 位址連線；如需使用此名稱，請由管理員將其加入裝置的 PARKING_NAMES 設定。</p></body></html>
`
