/**
 * The certificate of the device's own HTTPS (ours): its state, a certificate request, import, and rollback.
 */
import * as z from 'zod/mini'
import { admins, defineCall } from '../core/call.ts'
import { lines, nothing, stamp, text } from '../core/fields.ts'

/** A chain of ten certificates with long keys takes 20 kB. */
const pem_length = 40_000
/** Maximum length of the list of names and addresses, which are separated by spaces. */
const max_names = 2_000

export const certificate_view = z.strictObject({
  subject: text(500),
  issuer: text(500),
  self_signed: z.boolean(),
  /** The host names and addresses for which it is valid. */
  names: z.array(text(300)),
  not_before: stamp(),
  not_after: stamp(),
  /** Whole days until it expires; negative afterwards. */
  days_left: z.int(),
  /** SHA-256 of the certificate, as browsers show it. */
  sha256: text(100),
  /** SHA-256 of its public key, which a renewal keeps. */
  key_sha256: text(100),
})
export type CertificateView = z.infer<typeof certificate_view>

export const certificate_state = z.strictObject({
  /** Whether the console is served over HTTPS at all. */
  https: z.boolean(),
  in_use: z.enum(['own', 'imported']),
  used: certificate_view,
  /** The certificate to which a rollback returns; null while the device's own is in use. */
  previous: z.nullable(certificate_view),
  /** Whether it was issued by an authority that browsers know. */
  trusted: z.boolean(),
  /** Whether browsers are instructed to insist on HTTPS, and for how many seconds. */
  hsts: z.boolean(),
  hsts_s: z.int(),
})
export type CertificateState = z.infer<typeof certificate_state>

export const get_certificate = defineCall({
  path: '/api/system/get_certificate',
  roles: admins,
  effect: 'read',
  summary: "The certificate of the device's HTTPS.",
  body: nothing,
  answer: certificate_state,
  example: {},
  ours: true,
})

export const request_certificate = defineCall({
  path: '/api/system/request_certificate',
  roles: admins,
  effect: 'write',
  summary:
    "A request (CSR) for the device's own key, to be signed by an authority. Spaces separate the names.",
  body: z.strictObject({ names: lines(max_names).check(z.minLength(1)), organization: text(64) }),
  answer: z.strictObject({ request: lines(pem_length) }),
  example: { names: 'box.example 192.0.2.10', organization: '' },
  ours: true,
})

export const import_certificate = defineCall({
  path: '/api/system/import_certificate',
  roles: admins,
  effect: 'write',
  fresh: true,
  summary: 'Put a certificate with its chain into use (PEM). Without a key it must be for the request.',
  body: z.strictObject({ certificate: lines(pem_length).check(z.minLength(1)), key: lines(pem_length) }),
  answer: certificate_state,
  example: { certificate: '-----BEGIN CERTIFICATE-----', key: '' },
  ours: true,
})

export const roll_back_certificate = defineCall({
  path: '/api/system/roll_back_certificate',
  roles: admins,
  effect: 'write',
  fresh: true,
  summary: "Return to the previously imported certificate, or to the device's own.",
  body: nothing,
  answer: certificate_state,
  example: {},
  ours: true,
})

export const set_hsts = defineCall({
  path: '/api/system/set_hsts',
  roles: admins,
  effect: 'write',
  fresh: true,
  summary: 'Whether browsers are told to insist on HTTPS (HSTS): only with an imported certificate.',
  body: z.strictObject({ hsts: z.boolean() }),
  answer: certificate_state,
  example: { hsts: false },
  ours: true,
})

export const certificate_fingerprint = defineCall({
  path: '/api/system/certificate_fingerprint',
  roles: 'anyone',
  effect: 'read',
  silent: true,
  summary: "The fingerprints of the HTTPS certificate, to be compared with the device's label.",
  body: nothing,
  answer: z.strictObject({ https: z.boolean(), sha256: text(100), key_sha256: text(100) }),
  example: {},
  ours: true,
})

export const certificate_calls = {
  get_certificate,
  request_certificate,
  import_certificate,
  roll_back_certificate,
  set_hsts,
  certificate_fingerprint,
}
