/** The calls of the HTTPS certificate, and what the audit shows of them. */
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { certificate_calls, CertificateState, CertificateView } from '@parking/contract'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { badField } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import { fingerprintsOf, namesOf, type DeviceCertificate } from './device-certificate.ts'

type Needs = CallContext & { certificate: DeviceCertificate }
const max_names = 50

export const certificate_handlers = {
  get_certificate: (_, context) => stateOf(context),

  request_certificate({ names, organization }, { certificate }) {
    const wanted = [
      ...new Set(
        names
          .trim()
          .toLowerCase()
          .split(/[\s,;，；、]+/),
      ),
    ].filter(Boolean)
    if (wanted.length > max_names) throw badField('names', 'too_long', max_names)
    if (wanted.length === 0 || !wanted.every(isName)) throw badField('names', 'host')
    return { request: certificate.request(wanted, organization.trim()) }
  },

  import_certificate(body, context) {
    context.certificate.import(body.certificate, body.key.trim())
    return stateOf(context)
  },

  roll_back_certificate(_, context) {
    context.certificate.rollBack()
    return stateOf(context)
  },

  set_hsts({ hsts }, context) {
    context.certificate.setHsts(hsts)
    return stateOf(context)
  },

  certificate_fingerprint(_, { certificate }) {
    if (!certificate.serves) return { https: false, sha256: '', key_sha256: '' }
    const { certificate: sha256, public_key } = certificate.fingerprints()
    return { https: true, sha256, key_sha256: public_key }
  },
} satisfies Handlers<keyof typeof certificate_calls, Needs>

const subject = (_: unknown, { certificate }: Needs) => ({
  issued_by: certificate.imported ? 'imported' : 'own',
  fingerprint: certificate.fingerprints().certificate,
  hsts: (certificate.hstsSeconds() ?? 0) > 0,
})

export const certificate_audit_subjects = {
  import_certificate: subject,
  roll_back_certificate: subject,
  set_hsts: subject,
} satisfies AuditSubjects<keyof typeof certificate_calls, Needs>

/** A name for a certificate: one star may stand for its first part. */
const isName = (text: string): boolean =>
  isIP(text) !== 0 ||
  (text.length <= 253 &&
    /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text))

function stateOf({ certificate, now }: Needs): CertificateState {
  const before = certificate.imported ? (certificate.previous ?? certificate.own) : undefined
  return {
    https: certificate.serves,
    in_use: certificate.imported ? 'imported' : 'own',
    used: viewOf(certificate.current.cert, now()),
    previous: before ? viewOf(before.cert, now()) : null,
    trusted: certificate.trusted,
    hsts: (certificate.hstsSeconds() ?? 0) > 0,
    hsts_s: certificate.hstsSeconds() ?? 0,
  }
}

function viewOf(pem: string, now: number): CertificateView {
  const cert = new X509Certificate(pem)
  const { certificate: sha256, public_key } = fingerprintsOf(cert)
  const ends = Date.parse(cert.validTo)
  return {
    subject: titleOf(cert.subject),
    issuer: titleOf(cert.issuer),
    self_signed: cert.verify(cert.publicKey),
    names: namesOf(cert).map((name) => name.slice(0, 300)),
    not_before: stampOf(Date.parse(cert.validFrom)),
    not_after: stampOf(ends),
    days_left: Math.floor((ends - now) / 86_400_000),
    sha256,
    key_sha256: public_key,
  }
}

/** `CN=a\nO=b` on one line, without what text must not hold. */
const titleOf = (name: string | undefined): string =>
  (name ?? '')
    .replaceAll('\n', ', ')
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .slice(0, 500)
