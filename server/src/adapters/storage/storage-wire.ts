/**
 * Shared by the storage adapters: their options, and the mapping of a connection error to a step and a
 * reason.
 */
import type { StorageReason, StorageStep } from '@parking/contract'
import { StorageError } from '#src/ports/storage-port.ts'
import { tlsCodeOf, tlsErrorOf } from '#src/core/tls-error.ts'
import type { Reach, Resolve } from '#src/core/outbound/address.ts'

export type StorageAdapterOptions = Reach & {
  /** Replaces the name lookup in tests. */
  resolve?: Resolve
  /** Trusted certificates in addition to the usual ones; PEM. */
  ca?: string
  now?: () => number
  /** Milliseconds without any traffic after which the server is considered dead. */
  idle_ms?: number
}

/** The authority of the tests applies only to servers that are verified against the system's authorities. */
export const extraCa = (trust: string, { ca }: Pick<StorageAdapterOptions, 'ca'>): { ca?: string } =>
  ca === undefined || trust !== '' ? {} : { ca }

export const idle_ms_default = 10_000
/** Bytes that the system may hold for a slow link after they were written. */
export const most_under_way = 4 * 1024 * 1024

/** How far a connection had got. */
export type Stage = 'name' | 'connect' | 'tls' | 'open'

const unreachable = /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ETIMEDOUT|EADDRNOTAVAIL|EACCES|EINVAL)$/
const certificate = /CERT|SELF_SIGNED|^UNABLE_TO_|ALTNAME|OTHER_KEY/
const encryption = /^(EPROTO$|ERR_SSL|ERR_TLS)/

/** `step` is the operation once the connection is open. */
export function storageErrorOf(error: unknown, stage: Stage, step: StorageStep): StorageError {
  if (error instanceof StorageError) return error
  const code = error instanceof Error ? tlsCodeOf(error) : ''
  const message = error instanceof Error ? error.message : String(error)
  if (code === 'EFORBIDDEN') return new StorageError('name', 'forbidden')
  if (/^(ENOTFOUND|EAI_)/.test(code))
    return new StorageError('name', code === 'EAI_AGAIN' ? 'timeout' : 'name_unknown', code)
  if (certificate.test(code))
    return new StorageError(
      'tls',
      'certificate',
      // Only the names in the certificate: the sentence around them is Node's.
      (code === 'ERR_TLS_CERT_ALTNAME_INVALID' && /.*altnames: (.*)$/s.exec(message)?.[1]) || code,
      tlsErrorOf(code),
    )
  if (encryption.test(code)) return new StorageError('tls', 'tls', code, tlsErrorOf(code))
  if (stage === 'connect' && code === 'ECONNREFUSED') return new StorageError('connect', 'refused')
  if (stage === 'connect' && unreachable.test(code)) return new StorageError('connect', 'unreachable', code)
  if (stage === 'tls') return new StorageError('tls', 'tls', code)
  if (code.startsWith('HPE_')) return new StorageError(step, 'not_storage', code)
  return new StorageError(stage === 'open' ? step : stage, reasonOf(code), code)
}

const reasonOf = (code: string): StorageReason =>
  code === 'ENOENT' || code === 'EISDIR' || code === 'EIO' ? 'file' : 'cut'
