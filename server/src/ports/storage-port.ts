/**
 * The object storage, which holds pictures outside the device (spec §3 "Storage params"): S3-compatible or
 * FTP, behind the same port.
 */
import type { Readable } from 'node:stream'
import {
  plainLine,
  type Params,
  type StorageReason,
  type StorageStep,
  type TlsError,
} from '@parking/contract'
import { PortError } from './port-error.ts'

/** The address and the sign-in; the password is in plain text, and is not passed on. */
export type StorageTarget = Pick<
  Params['storage_param'],
  'protocol' | 'endpoint' | 'username' | 'password' | 'directory'
> &
  Partial<Pick<Params['storage_param'], 'server_trust'>>

/** One object to store. A stream is never held in memory as a whole. */
export type StorageObject = {
  content_type: string
  /** Bytes. */
  length: number
  /** Hexadecimal. */
  sha256: string
  /** Hexadecimal; if it is given, the storage verifies the received data with it. */
  md5?: string
  body: Uint8Array | { stream: () => Promise<Readable> }
}

/** `signal` aborts the running operation. */
export type StorageOptions = { signal?: AbortSignal }

/**
 * A session with one storage: one operation after the other, over connections that stay open until `close`.
 * Throws only a StorageError.
 */
export type StorageSession = {
  /**
   * Signs in and checks the bucket. `unknown`: the user is not allowed to check, so only writing will show
   * it.
   */
  enter(options?: StorageOptions): Promise<'there' | 'unknown'>
  /**
   * Stores an object under `key` in the target's folder and replaces an earlier one. An incomplete object is
   * never visible under its name.
   */
  put(key: string, object: StorageObject, options?: StorageOptions): Promise<void>
  /** The size of an object in bytes; undefined if it does not exist. */
  size(key: string, options?: StorageOptions): Promise<number | undefined>
  /** The whole object, which must not exceed `max_bytes`. */
  get(key: string, max_bytes: number, options?: StorageOptions): Promise<Buffer>
  /** Removes an object; one that does not exist counts as removed. */
  remove(key: string, options?: StorageOptions): Promise<void>
  /**
   * The device's clock minus the storage's, in milliseconds, accurate to a second; null if the storage does
   * not report its clock.
   */
  skew_ms(): number | null
  close(): void
}

export type StoragePort = {
  /** Does not connect yet. `passed` gets each step of the sign-in once. */
  open(target: StorageTarget, passed?: (step: StorageStep) => void): StorageSession
}

/** Why the storage could not be used, and at which step. */
export class StorageError extends PortError<StorageReason, StorageStep> {
  override readonly name = 'StorageError'
  /**
   * `said`: the message of the peer, never a secret; at most 500 characters of it are used.
   */
  /** Why the certificate is not accepted. */
  readonly tls: TlsError | undefined
  constructor(step: StorageStep, reason: StorageReason, said = '', tls?: TlsError) {
    const detail = plainLine(said, 500)
    super(`The storage could not be used: ${step} ${reason}`, { reason, step, detail })
    this.tls = tls
  }
}
