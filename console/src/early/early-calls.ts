/**
 * Asks for what the first view needs while the other scripts are still on their way: on a slow link each call
 * would cost a round after they have run. `core/api.ts` takes the answers. Imported first (app/main.tsx).
 */
import type { Path } from '@parking/contract/calls.ts'
import { get_paths } from '@parking/contract/core/call-facts.ts'
import { readCookie } from '../lib/cookie.ts'
import { early_picture_px, inSize } from '../lib/picture-size.ts'

/** An answer that waits for longer says nothing about now, in milliseconds. */
const max_age_ms = 5_000

const under_way = new Map<string, Promise<Response>>()
const began = performance.now()

const keyOf = (path: string, body: unknown, token: string): string =>
  `${path} ${get_paths.includes(path) ? '' : JSON.stringify(body)} ${token}`

/**
 * Makes a call as spec §7 wants it: the one GET has its token in the query.
 * @param token `Admin-Token`, undefined for a client that is not signed in
 */
export function sendCall(
  path: string,
  body: unknown,
  token: string | undefined,
  signal?: AbortSignal,
): Promise<Response> {
  const get = get_paths.includes(path)
  return fetch(get && token ? `${path}?${new URLSearchParams({ token })}` : path, {
    method: get ? 'GET' : 'POST',
    headers: {
      ...(get ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(get ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
}

/** The answer of this very call, if it was asked for early; each is taken once. A failed one is no answer. */
export async function takeEarly(
  path: string,
  body: unknown,
  token: string | undefined,
): Promise<Response | undefined> {
  if (under_way.size === 0 || token === undefined) return undefined
  const key = keyOf(path, body, token)
  const found = under_way.get(key)
  under_way.delete(key)
  return performance.now() - began > max_age_ms ? undefined : found?.catch(() => undefined)
}

/** Forgets the answers: the device restarts. */
export const dropEarly = (): void => under_way.clear()

function ask(token: string, path: Path, body: unknown = {}): Promise<Response> {
  const answer = sendCall(path, body, token)
  answer.catch(() => undefined)
  under_way.set(keyOf(path, body, token), answer)
  return answer
}

/** The picture of the first camera, in the size that wall/early-street.ts shows. */
async function askPicture(wall: Promise<Response>): Promise<void> {
  const { data } = (await (await wall).clone().json()) as { data?: { cameras?: { picture?: string }[] } }
  const picture = data?.cameras?.[0]?.picture
  if (picture) new Image().src = inSize(picture, early_picture_px)
}

const token = readCookie('Admin-Token')
if (token && location.pathname !== '/login') {
  void ask(token, '/api/device/get_basic_info')
  void ask(token, '/vue-element-admin/user/info')
  if (/^\/(dashboard)?$/.test(location.pathname) && location.search === '' && !document.hidden) {
    void askPicture(ask(token, '/api/camera/camera_wall')).catch(() => undefined)
    void ask(token, '/api/camera/get_scenes')
    void ask(token, '/api/parking/parking_event', { page: 1, page_size: 20 })
    void ask(token, '/api/system/box_health')
  }
}
