/** Reads the certificate that a server presents, so that an installer can compare and accept it (ours). */
import * as z from 'zod/mini'
import { defineCall, workers } from '../core/call.ts'
import { rule } from '../core/fields.ts'
import { isUrl } from '../core/rules.ts'
import { tls_errors } from '../core/server-trust.ts'
import { certificate_view } from './certificate.ts'

/** `smtp`, and `ftps` except at port 990, encrypt after a greeting. */
export const peer_schemes = ['https', 'rtsps', 'ftps', 'smtp', 'smtps'] as const

export const fetch_certificate = defineCall({
  path: '/api/system/fetch_certificate',
  roles: workers,
  effect: 'write',
  slow: true,
  summary:
    'Read the certificate that a server presents at an address (https, rtsps, ftps, smtp, smtps), without ' +
    'trusting it and without sending anything after the handshake.',
  body: z.strictObject({
    address: z.string().check(
      z.maxLength(500),
      rule((address) => (isUrl(address, peer_schemes) ? undefined : 'url')),
    ),
  }),
  answer: z.strictObject({
    /** The server's own certificate first. */
    chain: z.array(certificate_view),
    /** Why the system's authorities do not accept it; null if they do. */
    problem: z.nullable(z.enum(tls_errors)),
  }),
  example: { address: 'https://storage.example.com:9000' },
  ours: true,
})

export const peer_certificate_calls = { fetch_certificate }
