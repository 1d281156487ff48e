/**
 * Answers only requests to the device's own names. Another site can make its name resolve to the device (DNS
 * rebinding), and its page would then have the same origin; with an address it cannot do so.
 */
import type { IncomingMessage } from 'node:http'
import { hostname } from 'node:os'
import { call_key_header, code } from '@parking/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { denied, Refusal } from '../core/refusal.ts'
import { envelopeOf, send } from './answer.ts'
import { wantsPage } from './wants-page.ts'

/** Whether a request may be answered under this name (without port; IPv6 in brackets). */
export type HostRule = (name: string) => boolean

/** `more`: names of the installation (PARKING_NAMES) and of its certificate, which may change. */
export function hostRule(more: () => readonly string[]): HostRule {
  const own = hostname().toLowerCase()
  const always = new Set([own, `${own}.local`])
  return (name) => {
    const bare = name.toLowerCase().replace(/\.$/, '')
    return leadsOnlyThere(bare) || always.has(bare) || more().includes(bare)
  }
}

/** Whether no site can make this name lead elsewhere: an address, or the browser's own machine. */
export const leadsOnlyThere = (name: string): boolean =>
  /^\[[0-9a-f:.]+\]$|^\d{1,3}(\.\d{1,3}){3}$|^(.+\.)?localhost$/.test(name)

/** The name in the Host header, without its port; behind a trusted proxy the name that the client used. */
export const nameOf = ({ host }: Pick<FastifyRequest, 'host'>): string =>
  // If the header is missing, `host` is undefined, whatever its type says.
  (host ?? '').replace(/:\d*$/, '')

export function guardByHost(app: FastifyInstance, isOurs: HostRule): void {
  app.addHook('onRequest', async (request, reply) => {
    const name = nameOf(request)
    const unclear = name === '' ? 'The request has no host name' : ambiguityOf(request.raw)
    if (unclear !== undefined) {
      const refusal = new Refusal(code.format_error, unclear)
      return send(reply.header('connection', 'close'), envelopeOf(refusal, request), 400)
    }
    if (isOurs(name)) return
    if (!wantsPage(request))
      return send(reply, envelopeOf(denied('The device is not known by this host name'), request), 421)
    return reply.code(421).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
  })
}

/**
 * Headers by which the device decides. Node keeps the first of several or joins them, a proxy in front may
 * keep the last (RFC 9110 §5.3, RFC 9112 §3.2, RFC 6265 §5.4).
 */
const single = [
  'host',
  'authorization',
  'cookie',
  'content-type',
  'origin',
  'sec-fetch-site',
  call_key_header,
]

/** Why two readers could take the request for different ones. Undefined if they cannot. */
function ambiguityOf({ url = '', rawHeaders, headers }: IncomingMessage): string | undefined {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
  const repeated = single.find((name) => names.filter((one) => one === name).length > 1)
  if (repeated !== undefined) return `The request has several ${repeated} headers`
  // A client of a proxy sends the whole URL. Its host must then be the one of the Host header.
  if (url.startsWith('/') || url === '*') return undefined
  const target = URL.canParse(url) ? new URL(url) : undefined
  const same =
    target !== undefined && /^https?:$/.test(target.protocol) && target.host === hostOf(target, headers)
  return same ? undefined : 'The request has two different hosts'
}

/** The host of the header in the form of `URL.host`: lower case, without the scheme's own port. */
function hostOf({ protocol }: URL, { host = '' }: IncomingMessage['headers']): string | undefined {
  const url = `${protocol}//${host}`
  return URL.canParse(url) ? new URL(url).host : undefined
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
