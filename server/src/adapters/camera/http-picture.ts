/** One JPEG over HTTP from a camera, with basic or digest sign-in. */
import type { TlsError } from '@parking/contract'
import { CameraError, type Picture } from '#src/ports/camera-port.ts'
import { jpegSize } from '#src/core/files/jpeg.ts'
import type { Reach } from '#src/core/outbound/address.ts'
import { exchangeSigned } from '../http/http-auth.ts'
import { NoAnswer } from '../http/http-exchange.ts'
import { tlsErrorOf } from '#src/core/tls-error.ts'

const max_picture_bytes = 16 * 1024 * 1024

export type PictureSource = {
  frame_url: string
  username: string
  password: string
  server_trust?: string | undefined
}

/** Fetches and validates one picture. Throws a CameraError of step reach, port, signin or picture. */
export async function fetchPicture(
  source: PictureSource,
  options: { reach: Reach; timeout_ms: number; signal?: AbortSignal },
): Promise<Picture> {
  const answer = await exchangeSigned(source.frame_url, source, {
    method: 'GET',
    headers: { accept: 'image/jpeg, */*' },
    max_bytes: max_picture_bytes,
    trust: source.server_trust ?? '',
    ...options,
  }).catch((error: unknown) => {
    throw error instanceof NoAnswer ? new CameraError(stepOf(error), error.message, tlsIn(error)) : error
  })
  if (answer.status === 401 || answer.status === 403)
    throw new CameraError('signin', 'The camera refused this user name and password')
  if (answer.status !== 200)
    throw new CameraError('picture', `The camera answered HTTP ${answer.status} instead of a picture`)
  const size = jpegSize(answer.body)
  if (!size) throw new CameraError('picture', 'The camera did not send a complete JPEG picture')
  return { jpeg: answer.body, ...size }
}

/** Why the encryption failed, if it did. */
export const tlsIn = ({ at, code }: NoAnswer): TlsError | undefined =>
  at === 'tls' && code !== '' ? tlsErrorOf(code) : undefined

/**
 * A camera that accepts the connection and never answers fails at step port; one that does not accept it, at
 * step reach.
 */
export const stepOf = (error: NoAnswer): 'reach' | 'port' =>
  error.stage === 'unreachable' || error.stage === 'forbidden' ? 'reach' : 'port'
