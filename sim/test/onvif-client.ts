/** A small ONVIF client for the tests, written independently of the camera. */
import { createHash, randomBytes } from 'node:crypto'

const secext = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
const utility = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
const digest =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest'
export const device_ns = 'http://www.onvif.org/ver10/device/wsdl'
export const media_ns = 'http://www.onvif.org/ver10/media/wsdl'
export const ptz_ns = 'http://www.onvif.org/ver20/ptz/wsdl'

export type Login = { username: string; password: string; nonce?: string; created?: string }

/** The security header of a sign-in. */
export function security({
  username,
  password,
  nonce = randomBytes(16).toString('base64'),
  created = new Date().toISOString(),
}: Login): string {
  const value = createHash('sha1')
    .update(Buffer.from(nonce, 'base64'))
    .update(created + password)
    .digest('base64')
  return (
    `<w:Security xmlns:w="${secext}" xmlns:u="${utility}"><w:UsernameToken><w:Username>` +
    `${username}</w:Username><w:Password Type="${digest}">${value}</w:Password><w:Nonce>` +
    `${nonce}</w:Nonce><u:Created>${created}</u:Created></w:UsernameToken></w:Security>`
  )
}

export const envelope = (body: string, header = ''): string =>
  '<?xml version="1.0"?><e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Header>' +
  `${header}</e:Header><e:Body>${body}</e:Body></e:Envelope>`

/** Calls an action; returns status, headers and text. */
export async function soap(
  camera: { host: string; port: number },
  namespace: string,
  action: string,
  login?: Login,
  inner = '',
): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(`http://${camera.host}:${camera.port}/onvif/device_service`, {
    method: 'POST',
    headers: { 'content-type': 'application/soap+xml; charset=utf-8', connection: 'close' },
    body: envelope(
      `<x:${action} xmlns:x="${namespace}">${inner}</x:${action}>`,
      login ? security(login) : '',
    ),
    signal: AbortSignal.timeout(10_000),
  })
  return { status: response.status, text: await response.text(), headers: response.headers }
}
