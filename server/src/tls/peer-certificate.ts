/** Handler of the call that reads the certificate of another server. */
import type { peer_certificate_calls, TlsError } from '@parking/contract'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { urlIssue } from '../core/outbound/address.ts'
import { peerCertificates } from '../core/peer-certificate.ts'
import { badField } from '../core/refusal.ts'
import { tlsErrorOf } from '../core/tls-error.ts'
import { viewOfCertificate } from './certificate-view.ts'

export const peer_certificate_handlers = {
  async fetch_certificate({ address }, context) {
    const issue = urlIssue(address, context)
    if (issue) throw badField('address', issue)
    const { chain, code } = await peerCertificates(address, context)
    const problem: TlsError | null = code === '' ? null : tlsErrorOf(code)
    return { chain: chain.map((cert) => viewOfCertificate(cert, context.now())), problem }
  },
} satisfies Handlers<keyof typeof peer_certificate_calls, CallContext>
