/**
 * Makes the calls of the first view while the other scripts still download: on a slow link each would
 * otherwise cost a round trip after they have run. `core/api.ts` takes each answer once. main.tsx imports
 * this file first.
 */
import type { Path } from '@parking/contract/calls.ts'
import { get_paths } from '@parking/contract/core/call-facts.ts'
import { readCookie } from '../lib/cookie.ts'
import { early_picture_px, inSize } from '../lib/picture-size.ts'
import { planned_restart_key } from '../lib/planned-restart-key.ts'

/**
 * Maximum age of an answer that still counts as current, in milliseconds: on a bad link the scripts come many
 * seconds after the answers.
 */
const max_age_ms = 30_000

/** An HTTP answer that was read to its end; an unread body would keep its connection busy. */
type HttpAnswer = { status: number; text: string }

const under_way = new Map<string, Promise<HttpAnswer>>()
const began = performance.now()

const keyOf = (path: string, body: unknown, token: string): string =>
  `${path} ${get_paths.includes(path) ? '' : JSON.stringify(body)} ${token}`

/**
 * Makes a call as spec §7 defines it: the one GET has its token in the query.
 * @param token `Admin-Token`, undefined for a client that is not signed in
 */
export async function sendCall(
  path: string,
  body: unknown,
  token: string | undefined,
  signal?: AbortSignal,
  more_headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  const get = get_paths.includes(path)
  const response = await fetch(get && token ? `${path}?${new URLSearchParams({ token })}` : path, {
    method: get ? 'GET' : 'POST',
    headers: {
      ...(get ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...more_headers,
    },
    ...(get ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  return { status: response.status, text: await response.text() }
}

/**
 * The early answer to exactly this call; each is returned once. Undefined if that call failed or is
 * unfinished when `signal` aborts.
 */
export async function takeEarly(
  path: string,
  body: unknown,
  token: string | undefined,
  signal: AbortSignal,
): Promise<HttpAnswer | undefined> {
  if (under_way.size === 0 || token === undefined) return undefined
  const key = keyOf(path, body, token)
  const found = under_way.get(key)
  under_way.delete(key)
  if (!found || performance.now() - began > max_age_ms) return undefined
  const aborted = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  return Promise.race([found.catch(() => undefined), aborted])
}

/** Makes a call whose answer `takeEarly` returns. */
function requestEarly(token: string, path: Path, body: unknown = {}): Promise<HttpAnswer> {
  const answer = sendCall(path, body, token)
  answer.catch(() => undefined)
  under_way.set(keyOf(path, body, token), answer)
  return answer
}

/** The picture of the first camera, at the size that camera-wall/preload-wall.ts shows. */
async function requestPicture(wall: Promise<HttpAnswer>): Promise<void> {
  const { data } = JSON.parse((await wall).text) as { data?: { cameras?: { picture?: string }[] } }
  const picture = data?.cameras?.[0]?.picture
  if (picture) new Image().src = inSize(picture, early_picture_px)
}

function requestFirstView(): void {
  const token = readCookie('Admin-Token')
  // During a planned restart no call is made before the device is back (spec §2).
  const restarting = sessionStorage.getItem(planned_restart_key) !== null
  if (token && !restarting && location.pathname !== '/login') {
    void requestEarly(token, '/api/device/get_basic_info')
    void requestEarly(token, '/vue-element-admin/user/info')
    if (document.hidden || location.search !== '') return
    const first_page = { page: 1, page_size: 20 }
    if (/^\/(dashboard)?$/.test(location.pathname)) {
      void requestPicture(requestEarly(token, '/api/camera/camera_wall')).catch(() => undefined)
      void requestEarly(token, '/api/camera/get_scenes')
      void requestEarly(token, '/api/parking/parking_event', first_page)
      void requestEarly(token, '/api/system/box_health')
    } else if (location.pathname === '/business/data/parking')
      void requestEarly(token, '/api/parking/parking_event', first_page)
  }
}

// Tests of the calls run outside a browser.
if (typeof document !== 'undefined') requestFirstView()
