/** Certificate authorities for tests: roots, intermediates and server certificates, good and bad ones. */
import { createPublicKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import {
  bits,
  explicit,
  implicit,
  octets,
  oid,
  sequence,
  set,
  time,
  utf8,
  integer,
  boolean_true,
} from '#src/tls/der.ts'

export type Issued = { name: string; key: KeyObject; cert: string; key_pem: string }
export type Wanted = {
  /** Host names; none for a certificate without names. */
  names?: readonly string[]
  ca?: boolean
  from_ms?: number
  to_ms?: number
  /** Extended key usage for clients instead of servers. */
  client?: boolean
  key?: KeyObject
}
const day_ms = 86_400_000
const ecdsa_sha256 = sequence(oid('1.2.840.10045.4.3.2'))

export const ecKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
export const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Without an issuer the certificate is self-signed. */
export function issue(name: string, now: number, wanted: Wanted = {}, issuer?: Issued): Issued {
  const { names = [], ca = false, from_ms = now - day_ms, to_ms = now + 90 * day_ms, client = false } = wanted
  const key = wanted.key ?? ecKey()
  const extension = (id: string, value: Buffer, critical = false) =>
    sequence(oid(id), ...(critical ? [boolean_true] : []), octets(value))
  const extensions = [
    extension('2.5.29.19', ca ? sequence(boolean_true) : sequence(), true),
    extension('2.5.29.15', ca ? bits(Buffer.from([0x06]), 1) : bits(Buffer.from([0x80]), 7), true),
    ...(ca ? [] : [extension('2.5.29.37', sequence(oid(`1.3.6.1.5.5.7.3.${client ? 2 : 1}`)))]),
    ...(names.length > 0
      ? [extension('2.5.29.17', sequence(...names.map((one) => implicit(2, Buffer.from(one)))))]
      : []),
  ]
  const titled = (text: string) => sequence(set(sequence(oid('2.5.4.3'), utf8(text))))
  const content = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x40]), randomBytes(8)])),
    ecdsa_sha256,
    titled(issuer?.name ?? name),
    sequence(time(from_ms), time(to_ms)),
    titled(name),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensions)),
  )
  const der = sequence(content, ecdsa_sha256, bits(sign('sha256', content, issuer?.key ?? key)))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  const cert = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  return { name, key, cert, key_pem: pemOf(key) }
}
