/**
 * Makes keys, self-signed certificates and certificate requests (RFC 5280, 2986) with ECDSA on P-256, which
 * every browser accepts. Uses node:crypto, so that a box without openssl has HTTPS too.
 */
import { createPublicKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { parseNetwork } from '@parking/contract'
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
} from './der.ts'

const day_ms = 86_400_000
/**
 * Apple's browsers refuse more than 825 days from any issuer, others more than 398 days from public issuers.
 */
export const own_days = 397
const ecdsa_sha256 = sequence(oid('1.2.840.10045.4.3.2'))

export const makeKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/**
 * The holder of a certificate. `names`: host names and addresses, of which the first is also the common name.
 */
export type Subject = { names: readonly string[]; organization?: string }

/** A self-signed certificate, valid from `not_before_ms`, as PEM. */
export function selfSigned(key: KeyObject, subject: Subject, not_before_ms: number): string {
  const name = nameOf(subject)
  const serial = randomBytes(16)
  serial[0] = (serial[0]! & 0x7f) | 0x40 // positive and of full length
  const content = sequence(
    explicit(0, integer(Buffer.from([2]))), // version 3
    integer(serial),
    ecdsa_sha256,
    name,
    sequence(time(not_before_ms), time(not_before_ms + own_days * day_ms)),
    name,
    publicKey(key),
    explicit(3, extensions(subject)),
  )
  return pem('CERTIFICATE', signed(content, key))
}

/** A request for a certificate authority (PKCS #10), as PEM. */
export function certificateRequest(key: KeyObject, subject: Subject): string {
  const content = sequence(
    integer(Buffer.from([0])),
    nameOf(subject),
    publicKey(key),
    explicit(0, sequence(oid('1.2.840.113549.1.9.14'), set(extensions(subject)))),
  )
  return pem('CERTIFICATE REQUEST', signed(content, key))
}

const publicKey = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' })

const signed = (content: Buffer, key: KeyObject): Buffer =>
  sequence(content, ecdsa_sha256, bits(sign('sha256', content, key)))

function nameOf({ names, organization }: Subject): Buffer {
  const attribute = (id: string, text: string) => set(sequence(oid(id), utf8(text)))
  return sequence(
    ...(organization ? [attribute('2.5.4.10', organization)] : []),
    // RFC 5280 allows 64 characters. The names that clients check are in the extension.
    attribute('2.5.4.3', (names[0] ?? 'parking-edge').slice(0, 64)),
  )
}

function extensions({ names }: Subject): Buffer {
  const extension = (id: string, critical: boolean, value: Buffer) =>
    sequence(oid(id), ...(critical ? [boolean_true] : []), octets(value))
  const alternatives = names.map((name) =>
    isIP(name) ? implicit(7, addressBytes(name)) : implicit(2, Buffer.from(name, 'ascii')),
  )
  return sequence(
    extension('2.5.29.19', true, sequence()), // not an authority
    extension('2.5.29.15', true, bits(Buffer.from([0x80]), 7)), // digital signatures
    extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))), // servers
    extension('2.5.29.17', false, sequence(...alternatives)),
  )
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

function addressBytes(text: string): Buffer {
  const { bits: size, value } = parseNetwork(text)!
  return Buffer.from(value.toString(16).padStart(size / 4, '0'), 'hex')
}
