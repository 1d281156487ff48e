/**
 * One picture over HTTP from a camera: a JPEG, or the first one of an MJPEG stream
 * (`multipart/x-mixed-replace`), which so is a picture address like any other.
 */
import { firstJpeg, readJpeg } from '@parking/contract/core/jpeg.ts'
import { CameraError, type CameraReason, type Picture } from '#src/ports/camera-port.ts'
import { decodesWhole } from '#src/core/files/whole-jpeg.ts'
import { leadsTo, type Reach } from '#src/core/outbound/address.ts'
import { isGood } from './answer-reader.ts'
import { askCamera } from './camera-exchange.ts'
import { refuseIfHttps } from './https-alone.ts'
import type { KeptSigners } from './kept-signers.ts'
import { saysLocked } from './onvif-fault.ts'

const max_redirects = 3
const max_picture_bytes = 16 * 1024 * 1024
const end_marker = Buffer.from([0xff, 0xd9])

export type PictureSource = {
  frame_url: string
  username: string
  password: string
  server_trust?: string | undefined
}

/** `uncounted`: the data of the picture are not counted, which finds bytes that were lost in its middle. */
type FetchOptions = {
  reach: Reach
  timeout_ms: number
  signal?: AbortSignal
  uncounted?: boolean
  signers?: KeptSigners
}

/**
 * Fetches one whole picture: if one is damaged, another one is fetched. Throws a CameraError of step reach,
 * port, signin or picture.
 */
export async function fetchPicture(source: PictureSource, options: FetchOptions): Promise<Picture> {
  const deadline = Date.now() + options.timeout_ms
  return fetchOnce(source, options).catch(async (error: unknown) => {
    if (!(error instanceof CameraError)) throw error
    if (error.reason === 'cut_short')
      await refuseIfHttps(source.frame_url, { ...options, timeout_ms: Math.max(1, deadline - Date.now()) })
    if (error.reason !== 'picture_damaged') throw error
    return fetchOnce(source, { ...options, timeout_ms: Math.max(1, deadline - Date.now()) })
  })
}

async function fetchOnce(
  source: PictureSource,
  options: FetchOptions,
  redirects = max_redirects,
): Promise<Picture> {
  const { uncounted = false, ...request } = options
  const until = Date.now() + options.timeout_ms
  const { status, headers, ...answer } = await askCamera(source.frame_url, source, 'picture', {
    method: 'GET',
    headers: { accept: 'image/jpeg, multipart/x-mixed-replace, */*' },
    max_bytes: max_picture_bytes,
    trust: source.server_trust ?? '',
    whole: pictureFinder(),
    ...request,
  })
  if (saysLocked({ status, headers, ...answer }))
    throw new CameraError('signin', `The account is locked (HTTP ${status})`, 'account_locked')
  if (status === 401 || status === 403)
    throw new CameraError('signin', 'The camera refused this user name and password')
  if (isBusy(status, headers))
    throw new CameraError(
      'picture',
      `The camera serves as many others as it can (HTTP ${status})`,
      'session_limit',
    )
  if (!isGood(status)) {
    const refused = new CameraError(
      'picture',
      `The camera answered HTTP ${status} instead of a picture`,
      ...statusReason(status),
    )
    const to = status >= 300 && status <= 399 ? leadsTo(headers['location'], source.frame_url) : undefined
    if (to === undefined || redirects === 0) throw refused
    const next = { ...options, timeout_ms: Math.max(1, until - Date.now()) }
    // A page to sign in, or whatever else is there: the camera has led away from its picture.
    return fetchOnce({ ...source, frame_url: to }, next, redirects - 1).catch(() => {
      throw refused
    })
  }
  const body = pictureIn(answer.body) ?? answer.body
  const shape = readJpeg(body)
  if (!shape)
    throw new CameraError(
      'picture',
      'The camera did not send a complete JPEG picture',
      'not_jpeg',
      headers['content-type']?.slice(0, 100),
    )
  // Bytes that are lost in the middle, or all after them, are found by a decoder alone.
  if (!uncounted && !(await decodesWhole(body)))
    throw new CameraError('picture', 'Parts of the picture are missing or damaged', 'picture_damaged')
  const jpeg = shape.end === undefined ? Buffer.concat([body, end_marker]) : body
  return { jpeg, width: shape.width, height: shape.height }
}

/**
 * `pictureIn` for a body that grows. It comes in thousands of small parts: only one that holds the end of a
 * picture can complete it, so that the body is not read again for each.
 */
export function pictureFinder(): (body: Buffer) => Buffer | undefined {
  let [seen, found] = [0, false]
  return (body) => {
    const may_end = found || body.length <= seen || body.includes(end_marker, Math.max(0, seen - 1))
    seen = Math.max(seen, body.length)
    const picture = may_end ? pictureIn(body) : undefined
    found ||= picture !== undefined
    return picture
  }
}

/** A JPEG is taken as it is sent, with what follows it; between other data, the first whole one. */
export function pictureIn(body: Buffer): Buffer | undefined {
  if (body[0] === 0xff && body[1] === 0xd8) return readJpeg(body)?.end === undefined ? undefined : body
  const found = firstJpeg(body)
  return found && Buffer.from(found.buffer, found.byteOffset, found.byteLength)
}

/** The reason and the detail of a status that is not the wanted one. */
export const statusReason = (status: number): [CameraReason, string] => [
  status >= 300 && status <= 399 ? 'redirected' : 'http_error',
  `HTTP ${status}`,
]

/** The answers with which a camera refuses one more viewer. */
const isBusy = (status: number, headers: Record<string, string>): boolean =>
  status === 503 || status === 429 || (status >= 500 && 'retry-after' in headers)
