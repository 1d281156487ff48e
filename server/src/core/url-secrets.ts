/**
 * Secrets in stored addresses (contract/src/params/url-secrets.ts): each value is encrypted in place, and the
 * rest stays readable, so that scheme, host, port and path are known without a key.
 */
import { withUrlSecrets } from '@parking/contract'
import type { Secrets } from './secrets.ts'

type Vault = { secrets: Pick<Secrets, 'seal' | 'open'> }

const sealed_value = /^v1:[A-Za-z0-9+/=]{16}:[A-Za-z0-9+/=]{24}:[A-Za-z0-9+/=]+$/

/** For the device's own use. Throws if a value was encrypted with another key. */
export const openedUrl = (stored: string, { secrets }: Vault): string =>
  withUrlSecrets(stored, (value) => (sealed_value.test(value) ? secrets.open(value) : value))

/**
 * For storage. A value that `before` (as stored) already contains keeps its encrypted text, so that equal
 * addresses have equal texts. A typed value is always encrypted, even if it looks encrypted.
 */
export function sealedUrl(plain: string, before: string, { secrets }: Vault): string {
  const kept = new Map<string, string>()
  withUrlSecrets(before, (value, name) => {
    if (sealed_value.test(value)) kept.set(name, value)
    return value
  })
  return withUrlSecrets(plain, (value, name) => {
    const old = kept.get(name)
    return old !== undefined && opens(old, secrets) === value ? old : secrets.seal(value)
  })
}

function opens(sealed: string, secrets: Vault['secrets']): string | undefined {
  try {
    return secrets.open(sealed)
  } catch {
    return undefined // encrypted with another key
  }
}

/** For an address that an earlier version stored: encrypts the values that it left in plain text. */
export const withSecretsSealed = (stored: string, { secrets }: Vault): string =>
  withUrlSecrets(stored, (value) => (sealed_value.test(value) ? value : secrets.seal(value)))
