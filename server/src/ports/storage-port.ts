/** Where pictures are kept away from the box (spec §3 "Storage params"), in our words: S3-compatible or FTP, both behind this. */
import type { Params, StorageReason, StorageStep } from '@parking/contract'
import { PortError } from './port-error.ts'

/** Where and as whom; the password is open here and goes nowhere else. */
export type StorageTarget = Pick<
  Params['storage_param'],
  'protocol' | 'endpoint' | 'username' | 'password' | 'directory'
>

/** One object to store. A file is streamed and never held in memory as a whole. */
export type StorageObject = {
  content_type: string
  /** Bytes. */
  length: number
  /** Hexadecimal. */
  sha256: string
  /** Hexadecimal; where it is given the storage checks what has arrived by it as well. */
  md5?: string
  body: Uint8Array | { file: string }
}

/** `signal` ends what is under way at once. */
export type StorageOptions = { signal?: AbortSignal }

/** Work at one storage, one thing after the other, over connections that are kept until `close`. Everything throws a StorageError and nothing else. */
export type StorageSession = {
  /** Signs in and looks for the bucket. `unknown`: this user may not look, and writing will tell. */
  enter(options?: StorageOptions): Promise<'there' | 'unknown'>
  /** Stores under `key`, below the target's folder; what was there before is replaced. Half an object is never seen under its name. */
  put(key: string, object: StorageObject, options?: StorageOptions): Promise<void>
  /** Bytes of what is stored, or undefined where nothing is. */
  size(key: string, options?: StorageOptions): Promise<number | undefined>
  /** The whole object, which must not be larger than `max_bytes`. */
  get(key: string, max_bytes: number, options?: StorageOptions): Promise<Buffer>
  /** Removes it; one that is not there is removed already. */
  remove(key: string, options?: StorageOptions): Promise<void>
  /** Our clock minus the storage's, in milliseconds, a second sharp; null where it has not told. */
  skew_ms(): number | null
  close(): void
}

export type StoragePort = {
  /** Opens nothing yet. `passed` is told each step of the way in, once. */
  open(target: StorageTarget, passed?: (step: StorageStep) => void): StorageSession
}

/** Why the storage could not be used, and at which step. */
export class StorageError extends PortError<StorageReason, StorageStep> {
  override readonly name = 'StorageError'
  /** `said`: what the other end said, never a secret. Control characters are removed, and what exceeds 500 characters. */
  constructor(step: StorageStep, reason: StorageReason, said = '') {
    const detail = said
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, 500)
    super(`The storage could not be used: ${step} ${reason}`, { reason, step, detail })
  }
}
