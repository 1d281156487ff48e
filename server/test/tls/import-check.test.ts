/** Certificates that an administrator may import, and the issues of all others. */
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#src/core/refusal.ts'
import { checkImport } from '#src/tls/import-check.ts'
import { ecKey, issue, pemOf } from './authority.ts'

const now = Date.UTC(2026, 10, 23)
const day_ms = 86_400_000
const names = ['box.example']
const root = issue('Root', now, { ca: true })
const middle = issue('Middle', now, { ca: true }, root)
const leaf = issue('box.example', now, { names }, middle)
const whole = leaf.cert + middle.cert + root.cert

test('a chain is accepted in any order and sent from the leaf upwards, without its root', () => {
  const checked = checkImport(root.cert + leaf.cert + middle.cert + leaf.cert, leaf.key_pem, false, now)
  expect(checked).toEqual({ cert: leaf.cert + middle.cert, key: leaf.key_pem, trusted: false })
})

test('a certificate for the request needs no key', () => {
  const key = ecKey()
  const asked = issue('box.example', now, { names, key }, root)
  expect(checkImport(asked.cert + root.cert, pemOf(key), true, now).cert).toBe(asked.cert)
})

describe('an import is refused with its issue:', () => {
  const stranger = issue('Stranger', now, { ca: true })
  const made = (wanted: Parameters<typeof issue>[2], by = root) => {
    const one = issue('box.example', now, { names, ...wanted }, by)
    return [one.cert + by.cert, one.key_pem] as const
  }
  const expired_root = issue('Old', now, { ca: true, to_ms: now - day_ms, from_ms: now - 9 * day_ms })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const ed25519 = generateKeyPairSync('ed25519').privateKey
  const locked = ecKey()
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString()
  test.each([
    ['no certificate', 'hello', leaf.key_pem, 'certificate', 'certificate_pem'],
    ['a key in place of the certificate', leaf.key_pem, leaf.key_pem, 'certificate', 'certificate_pem'],
    [
      'a damaged certificate',
      leaf.cert.replace('MII', 'MIA'),
      leaf.key_pem,
      'certificate',
      'certificate_pem',
    ],
    ['no key', whole, 'hello', 'key', 'certificate_key_pem'],
    ['a key with a password', whole, locked, 'key', 'certificate_key_encrypted'],
    ['a short key', whole, pemOf(rsa), 'key', 'certificate_key_weak'],
    ['a key that browsers do not take', whole, pemOf(ed25519), 'key', 'certificate_key_weak'],
    ['the key of another certificate', whole, pemOf(ecKey()), 'key', 'certificate_key'],
    ['a missing intermediate', leaf.cert + root.cert, leaf.key_pem, 'certificate', 'certificate_chain'],
    ['a missing root', leaf.cert + middle.cert, leaf.key_pem, 'certificate', 'certificate_chain'],
    ['a foreign certificate', whole + stranger.cert, leaf.key_pem, 'certificate', 'certificate_chain'],
    [
      'an expired one',
      ...made({ to_ms: now - 1, from_ms: now - day_ms }),
      'certificate',
      'certificate_expired',
    ],
    ['an expired root', ...made({}, expired_root), 'certificate', 'certificate_expired'],
    ['one of tomorrow', ...made({ from_ms: now + day_ms }), 'certificate', 'certificate_early'],
    ['an authority', root.cert, root.key_pem, 'certificate', 'certificate_use'],
    ['one for clients', ...made({ client: true }), 'certificate', 'certificate_use'],
    ['one that names nothing', ...made({ names: [] }), 'certificate', 'certificate_names'],
  ])('%s', (_, cert, key, field, kind) => {
    let refusal: unknown
    try {
      checkImport(cert, key, false, now)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(Refusal)
    expect((refusal as Refusal).data).toMatchObject({ issues: [{ field, issue: kind }] })
  })

  test('a certificate for another key than the requested one', () => {
    expect(() => checkImport(whole, pemOf(ecKey()), true, now)).toThrow(
      expect.objectContaining({ data: { issues: [{ field: 'certificate', issue: 'certificate_request' }] } }),
    )
  })
})
