/** The contents of a certificate, for users who compare them. */
import { X509Certificate } from 'node:crypto'
import { plainLine, type CertificateView } from '@parking/contract'
import { stampOf } from '../core/stamp.ts'
import { fingerprintsOf, namesOf } from './device-certificate.ts'

const max_names = 50

export const viewOf = (pem: string, now: number): CertificateView =>
  viewOfCertificate(new X509Certificate(pem), now)

export function viewOfCertificate(cert: X509Certificate, now: number): CertificateView {
  const { certificate: sha256, public_key } = fingerprintsOf(cert)
  const ends = Date.parse(cert.validTo)
  return {
    subject: titleOf(cert.subject),
    issuer: titleOf(cert.issuer),
    self_signed: signsItself(cert),
    names: namesOf(cert)
      .slice(0, max_names)
      .map((name) => titleOf(name).slice(0, 300)),
    not_before: stampOf(Date.parse(cert.validFrom)),
    not_after: stampOf(ends),
    days_left: Math.floor((ends - now) / 86_400_000),
    sha256,
    key_sha256: public_key,
  }
}

function signsItself(cert: X509Certificate): boolean {
  try {
    return cert.verify(cert.publicKey)
  } catch {
    return false
  }
}

/** Puts `CN=a\nO=b` on one line. */
const titleOf = (name = ''): string => plainLine(name.replaceAll('\n', ', '), 500)
