/**
 * `/live/<camera>`: the live view at a short-lived signed address that belongs to one session. A WebSocket,
 * or one picture for a plain request, because many proxies pass no WebSocket on.
 */
import type { WhitelistCache } from '../whitelist/whitelist.ts'
import { isLiveAddressValid } from '../live/live-address.ts'
import type { Live, LiveKind } from '../live/live.ts'
import { nextPicture } from '../live/next-picture.ts'
import websocket from '@fastify/websocket'
import { code } from '@parking/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '../core/address.ts'
import { cameraBySn } from '../camera/camera.store.ts'
import type { Deps } from '../core/deps.ts'
import { isCrossSiteSocket } from './security.ts'
import { send } from './answer.ts'
import { isSessionValid } from './request-session.ts'

type Needs = Deps & { live: Live; whitelist: WhitelistCache }

/** How often a viewer must answer a ping, and its permission is checked. */
const usual_check_ms = 15_000
const max_viewers = 64
/**
 * A viewer with this much unread data is disconnected; sources skip pictures for slow viewers long before.
 */
const max_buffered_bytes = 16 * 1024 * 1024
/** A close code from the range that RFC 6455 reserves for applications. */
const close_not_allowed = 4_401
/** RFC 6455 §7.4.1: the server is shutting down. */
const close_going_away = 1_001
/** How long a viewer may take to answer the close frame. */
const close_ms = 250

type Route = { Params: { camera_sn: string }; Querystring: Record<string, unknown> }

/** Must be registered before any route. Closes every source when the server closes. */
export async function serveLive(app: FastifyInstance, deps: Needs, check_ms = usual_check_ms): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: 1024, perMessageDeflate: false },
    preClose: async () => closeViewers(app.websocketServer),
  })
  let viewers = 0
  app.addHook('onClose', () => deps.live.close())

  app.route<Route>({
    method: 'GET',
    url: '/live/:camera_sn',
    onRequest: async (request, reply) => {
      const refused =
        refusalOf(request, deps) ??
        (viewers >= max_viewers
          ? ([503, code.busy, 'Too many viewers; try again in a moment'] as const)
          : undefined)
      if (refused) return refuse(request, reply, ...refused)
    },
    handler: async (request, reply) => {
      viewers++
      const left = new AbortController()
      reply.raw.once('close', () => left.abort())
      const seen = await nextPicture(deps.live, request.params.camera_sn, left.signal).finally(
        () => viewers--,
      )
      if (Buffer.isBuffer(seen))
        return reply.header('cache-control', 'no-store').type('image/jpeg').send(seen)
      if (seen === 'late') return refuse(request, reply, 200, code.busy, 'The camera sent no picture in time')
      const { id: request_id } = request
      return send(reply, {
        code: code.failed,
        message: `The camera: ${seen}`,
        data: { step: seen },
        request_id,
      })
    },
    wsHandler: (socket, request) => {
      const { camera_sn } = request.params
      const kind: LiveKind = request.query['kind'] === 'video' ? 'video' : 'pictures'
      viewers++
      let pong: 'received' | 'pending' = 'received'
      const leave = deps.live.join(camera_sn, kind, {
        send(data) {
          if (socket.readyState !== socket.OPEN) return
          if (socket.bufferedAmount > max_buffered_bytes) socket.terminate()
          else socket.send(data)
        },
        waiting: () => socket.bufferedAmount,
      })
      if (leave === 'busy') socket.send(JSON.stringify({ kind: 'busy' }))
      const isAllowed = () =>
        isSessionValid(deps, request, String(request.query['session'])) &&
        deps.whitelist.allows(addressOf(request.ip)) &&
        cameraBySn(deps.db, camera_sn) !== undefined
      const check = setInterval(() => {
        try {
          if (!isAllowed()) return socket.close(close_not_allowed)
          if (pong === 'pending') return socket.terminate()
          pong = 'pending'
          socket.ping()
        } catch (error) {
          request.log.warn({ err: error }, 'a viewer could not be checked')
          socket.terminate()
        }
      }, check_ms)
      socket.on('pong', () => void (pong = 'received'))
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        viewers--
        clearInterval(check)
        if (leave !== 'busy') leave()
      })
    },
  })
}

/** Closes all viewers. One that has vanished silently would delay the stop by half a minute. */
function closeViewers(server: FastifyInstance['websocketServer']): void {
  server.close()
  for (const viewer of server.clients) {
    viewer.close(close_going_away)
    setTimeout(() => viewer.terminate(), close_ms).unref()
  }
}

/** Status, code and message of a refusal. A wrong signature and a missing camera give the same answer. */
function refusalOf(
  request: FastifyRequest<Route>,
  deps: Needs,
): readonly [number, number, string] | undefined {
  const { session, origin } = request.query
  const { camera_sn } = request.params
  const good = isLiveAddressValid(deps, camera_sn, request.query)
  if (isCrossSiteSocket(request, good ? origin : undefined))
    return [403, code.permission_denied, 'Requests from another site are refused']
  return good && isSessionValid(deps, request, String(session)) && cameraBySn(deps.db, camera_sn)
    ? undefined
    : [404, code.not_found, 'The live view does not exist']
}

const refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  refused: number,
  message: string,
): FastifyReply => send(reply, { code: refused, message, request_id: request.id }, status)
