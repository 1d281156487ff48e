/**
 * The secrets of a stored camera: its password and the secrets in the query of its addresses
 * (contract/src/params/url-secrets.ts). They are stored encrypted and shown to users as masks.
 */
import { camera_urls, maskedUrl, unmaskedUrl, urlMaskIssues } from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import { urlIssue, type Reach } from '../core/outbound/address.ts'
import { badField, badFields } from '../core/refusal.ts'
import { openedUrl, sealedUrl } from '../core/url-secrets.ts'
import type { TypedStreams } from '../ports/camera-port.ts'
import type { CameraRow } from './camera.store.ts'

type Vault = Pick<Deps, 'secrets'>
export type CameraUrls = Pick<CameraRow, (typeof camera_urls)[number]>

const eachUrl = (change: (field: keyof CameraUrls) => string): CameraUrls => ({
  stream_url_main: change('stream_url_main'),
  stream_url_sub: change('stream_url_sub'),
  frame_url: change('frame_url'),
})

/** Decrypts all secrets for the device's own use. Throws if a secret was encrypted with another key. */
export const openedCamera = <Row extends CameraUrls & { password: string }>(row: Row, vault: Vault): Row => ({
  ...row,
  ...openedUrls(row, vault),
  password: vault.secrets.open(row.password),
})

export const openedUrls = (row: CameraUrls, vault: Vault): CameraUrls =>
  eachUrl((field) => openedUrl(row[field], vault))

/** Encrypts the addresses for storage. Values that are unchanged from `before` keep their encrypted text. */
export const sealedUrls = (urls: CameraUrls, before: CameraUrls | undefined, vault: Vault): CameraUrls =>
  eachUrl((field) => sealedUrl(urls[field], before?.[field] ?? '', vault))

/** The addresses with masks, as users see them. */
export const maskedUrls = (row: CameraUrls): CameraUrls => eachUrl((field) => maskedUrl(row[field]))

/**
 * Replaces the masks in a form by the stored secrets. Throws 1000 `secret_place` if nothing is stored for a
 * mask at the same scheme, host and port.
 */
export function withTypedUrls<Form extends CameraUrls>(
  form: Form,
  row: CameraUrls | undefined,
  vault: Vault,
): Form {
  const issues = urlMaskIssues(camera_urls, { ...row }, { ...form })
  if (issues.length > 0) throw badFields(issues)
  const stored = row && openedUrls(row, vault)
  return { ...form, ...eachUrl((field) => unmaskedUrl(form[field], stored?.[field] ?? '')) }
}

/**
 * The addresses that a user typed in place of those that an ONVIF camera reports; undefined if there are
 * none. An absent field, or one that is as stored, stays what it was. Throws 1000 like `withTypedUrls`, or
 * if the device may not reach the host.
 */
export function typedStreams(
  form: Partial<TypedStreams>,
  row: CameraRow | undefined,
  deps: Vault & Reach,
): TypedStreams | undefined {
  const before = row && openedUrls(row, deps)
  const wanted = withTypedUrls({ ...no_urls, ...form }, row, deps)
  const value = (field: keyof TypedStreams) => {
    const stored = before?.[field] ?? ''
    if (form[field] === undefined || (wanted[field] === stored && stored !== ''))
      return row?.urls_typed === 1 ? stored : ''
    const issue = urlIssue(wanted[field], deps)
    if (issue) throw badField(field, issue)
    return wanted[field]
  }
  const typed = { stream_url_main: value('stream_url_main'), stream_url_sub: value('stream_url_sub') }
  return typed.stream_url_main === '' && typed.stream_url_sub === '' ? undefined : typed
}

const no_urls: CameraUrls = { stream_url_main: '', stream_url_sub: '', frame_url: '' }
