/** Checks an imported certificate: key, chain, dates and usage. Each failure has its own issue. */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { createSecureContext, rootCertificates } from 'node:tls'
import type { IssueKind } from '@parking/contract'
import { badField } from '../core/refusal.ts'

const server_use = '1.3.6.1.5.5.7.3.1'
const max_chain = 10

export type Checked = { cert: string; key: string; trusted: boolean }

/** `own_key`: the key is the device's own instead of a typed key. */
export function checkImport(cert: string, key: string, own_key: boolean, now: number): Checked {
  const given = certificatesIn(cert)
  const private_key = keyIn(key)
  const leaf = given.find((one) => one.checkPrivateKey(private_key))
  if (!leaf)
    throw badField(own_key ? 'certificate' : 'key', own_key ? 'certificate_request' : 'certificate_key')
  const chain = chainOf(leaf, given)
  const top = chain.at(-1)!
  const self_signed = isIssuedBy(top, top)
  const trusted = isAnchored(top)
  if (chain.length < given.length || (!self_signed && !trusted))
    throw badField('certificate', 'certificate_chain')
  const issue = chain.map((one) => dateIssue(one, now)).find(Boolean) ?? issueOfUse(leaf)
  if (issue) throw badField('certificate', issue)
  // Sending a root is useless: a browser either has it already or does not trust it.
  const sent = chain.length > 1 && self_signed ? chain.slice(0, -1) : chain
  const pair = { cert: sent.map(String).join(''), key }
  try {
    createSecureContext(pair)
  } catch {
    throw badField('certificate', 'certificate_pem')
  }
  return { ...pair, trusted }
}

function certificatesIn(text: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0 || blocks.length > max_chain) throw badField('certificate', 'certificate_pem')
  try {
    const read = blocks.map((block) => new X509Certificate(block))
    return read.filter(
      (one, at) => read.findIndex((other) => other.fingerprint256 === one.fingerprint256) === at,
    )
  } catch {
    throw badField('certificate', 'certificate_pem')
  }
}

function keyIn(text: string): KeyObject {
  if (/ENCRYPTED/.test(text)) throw badField('key', 'certificate_key_encrypted')
  let key: KeyObject
  try {
    key = createPrivateKey(text)
  } catch {
    throw badField('key', 'certificate_key_pem')
  }
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  const good =
    key.asymmetricKeyType === 'rsa'
      ? modulusLength >= 2048
      : key.asymmetricKeyType === 'ec' && ['prime256v1', 'secp384r1', 'secp521r1'].includes(namedCurve)
  if (!good) throw badField('key', 'certificate_key_weak')
  return key
}

const isIssuedBy = (one: X509Certificate, issuer: X509Certificate): boolean =>
  one.checkIssued(issuer) && one.verify(issuer.publicKey)

/** The chain from the leaf upwards, regardless of the order in the file. */
function chainOf(leaf: X509Certificate, given: readonly X509Certificate[]): X509Certificate[] {
  const chain = [leaf]
  for (;;) {
    const top = chain.at(-1)!
    const issuer = given.find((one) => !chain.includes(one) && one.ca && isIssuedBy(top, one))
    if (!issuer) return chain
    chain.push(issuer)
  }
}

/** Whether the certificate is, or was issued by, a root that browsers know. Node contains Mozilla's list. */
function isAnchored(top: X509Certificate): boolean {
  return rootCertificates.some((pem) => {
    const root = new X509Certificate(pem)
    return root.fingerprint256 === top.fingerprint256 || isIssuedBy(top, root)
  })
}

function dateIssue({ validFrom, validTo }: X509Certificate, now: number): IssueKind | undefined {
  if (Date.parse(validTo) <= now) return 'certificate_expired'
  return Date.parse(validFrom) > now ? 'certificate_early' : undefined
}

function issueOfUse(leaf: X509Certificate): IssueKind | undefined {
  // Node's type does not say that this is undefined if the extension is missing.
  const uses = leaf.keyUsage as string[] | undefined
  if (leaf.ca || (uses && !uses.includes(server_use))) return 'certificate_use'
  return leaf.subjectAltName === undefined ? 'certificate_names' : undefined
}
