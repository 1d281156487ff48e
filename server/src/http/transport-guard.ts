/**
 * Handles plain HTTP on a device with HTTPS: pages are redirected; calls are refused, because their token has
 * already been exposed. Runs after host-guard.ts: the name in a redirect is the device's own.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { denied } from '../core/refusal.ts'
import { envelopeOf, send } from './answer.ts'
import { wantsPage } from './wants-page.ts'

/** `hstsSeconds`: 0 tells browsers not to insist on HTTPS any more; undefined if they were never asked to. */
export function guardByTransport(app: FastifyInstance, hstsSeconds: () => number | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') {
      const seconds = hstsSeconds()
      if (seconds !== undefined) reply.header('strict-transport-security', `max-age=${seconds}`)
      return
    }
    // Programs on the box check whether the server runs, and pages whether a new address answers.
    if (request.routeOptions.url === '/healthz') return
    const proxied = isProxied(request)
    const reads_page = (request.method === 'GET' || request.method === 'HEAD') && wantsPage(request)
    if (reads_page && proxied)
      return reply.code(403).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
    if (reads_page)
      // Not permanent: HTTPS may be turned off again.
      return reply.header('cache-control', 'no-store').redirect(`https://${request.host}${request.url}`, 307)
    return send(reply, envelopeOf(denied(proxied ? proxied_only : https_only), request), 403)
  })
}

const https_only = 'This device is reached by HTTPS only'
const proxied_only =
  `${https_only}. A proxy in front of it must connect to https://, or be named in ` +
  'PARKING_TRUSTED_PROXIES and send X-Forwarded-Proto: https'

/**
 * Whether a proxy passed the request on by HTTP: a redirect would lead back to it for ever, or past it.
 * A browser speaks HTTP/1.1, and sends Sec-Fetch headers over HTTPS and to the machine itself only. A trusted
 * proxy that says http may redirect: its own HTTPS answers.
 */
function isProxied({ headers, raw, hostname, ip }: FastifyRequest): boolean {
  if (headers['x-forwarded-proto'] !== undefined) return ip === raw.socket.remoteAddress
  if (raw.httpVersion === '1.0') return true
  const local = /^(127\.|\[?::1\]?$|(.*\.)?localhost$)/i.test(hostname)
  return headers['sec-fetch-site'] !== undefined && !local
}

/** The page for users, in both languages. */
const page = `<!doctype html>
<html lang="zh-CN"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>403</title></head>
<body><h1>代理没有用 HTTPS 连接设备</h1>
<p>设备前面的代理以 HTTP 转发了请求，而本设备只接受 HTTPS。请让代理以 HTTPS 连接设备
（nginx：proxy_pass 用 https 地址），
或把代理的地址写入设备的 PARKING_TRUSTED_PROXIES，并让代理发送 X-Forwarded-Proto: https。</p>
<h2 lang="zh-TW">代理伺服器沒有用 HTTPS 連線至裝置</h2>
<p lang="zh-TW">裝置前面的代理伺服器以 HTTP 轉送了請求，而本裝置只接受 HTTPS。請讓代理伺服器以 HTTPS 連線至裝置
（nginx：proxy_pass 用 https 位址），
或將代理伺服器的位址寫入裝置的 PARKING_TRUSTED_PROXIES，並讓代理伺服器送出 X-Forwarded-Proto: https。</p></body></html>
`
