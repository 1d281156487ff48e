/** Handlers of the calls for the HTTPS certificate, and their audit subjects. */
import { isIP } from 'node:net'
import type { certificate_calls, CertificateState } from '@parking/contract'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { badField } from '../core/refusal.ts'
import { viewOf } from './certificate-view.ts'
import type { DeviceCertificate } from './device-certificate.ts'

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

/** Whether the text is a name for a certificate. The first part of a host name may be a wildcard. */
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
