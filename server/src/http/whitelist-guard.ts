/** Refuses every request from an address that is not on the whitelist. */
import { log_type } from '@parking/contract'
import type { FastifyInstance } from 'fastify'
import type { WhitelistCache } from '../whitelist/whitelist.ts'
import { addressOf } from '../core/address.ts'
import { LogThrottle } from '../core/flow/log-throttle.ts'
import type { Deps } from '../core/deps.ts'
import { denied } from '../core/refusal.ts'
import { envelopeOf, send } from './answer.ts'
import { wantsPage } from './wants-page.ts'

type Needs = Deps & { whitelist: WhitelistCache }

/** Runs before any other hook. */
export function guardByWhitelist(app: FastifyInstance, deps: Needs): void {
  const throttle = new LogThrottle(600_000)
  app.addHook('onRequest', async (request, reply) => {
    const address = addressOf(request.ip)
    if (deps.whitelist.allows(address)) return
    // Such a client may have few connections (sockets/connection-registry.ts), so none is kept open.
    reply.header('connection', 'close')
    const times = throttle.count(address, deps.now())
    if (times !== undefined)
      deps.log.warn(
        { log_type: log_type.service, what: 'turned_away', address, times },
        'refused a request from an address that is not on the whitelist',
      )
    if (!wantsPage(request))
      return send(
        reply,
        envelopeOf(denied('This address is not on the whitelist of the device'), request),
        403,
      )
    return reply
      .code(403)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(address))
  })
}

/**
 * The page for users, in both languages. It needs no other file, because nothing else is served. The address
 * is formatted by the server itself.
 */
const page = (address: string): string => `<!doctype html>
<html lang="zh-CN"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>403</title></head>
<body><h1>无法访问</h1><p>您的地址 ${escaped(address)} 不在本设备的访问白名单中，请联系管理员。</p>
<h2 lang="zh-TW">無法連線</h2>
<p lang="zh-TW">您的位址 ${escaped(address)} 不在本裝置的存取白名單中，請聯絡管理員。</p></body></html>
`
const escaped = (text: string): string => text.replace(/[^0-9a-fA-F.:]/g, '')
