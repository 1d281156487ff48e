/** Sessions of the FTP storage for its tests; all of them are closed after a file's tests. */
import { createHash } from 'node:crypto'
import { afterAll, expect } from 'vitest'
import { anyStorage } from '#src/adapters/storage/any-storage.ts'
import type { StorageAdapterOptions } from '#src/adapters/storage/storage-wire.ts'
import {
  StorageError,
  type StorageObject,
  type StorageSession,
  type StorageTarget,
} from '#src/ports/storage-port.ts'
import certificate from './storage-certificate.json' with { type: 'json' }
import { ftp_password as password, resolve } from './storage-servers.ts'

const open: StorageSession[] = []
export const steps: string[] = []
export const picture = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 251))
export const object = (body: StorageObject['body'] = picture, length = picture.length): StorageObject => ({
  content_type: 'image/jpeg',
  length,
  sha256: createHash('sha256').update(picture).digest('hex'),
  body,
})

export function session(
  endpoint: string,
  more: Partial<StorageTarget> = {},
  options: Partial<StorageAdapterOptions> = {},
): StorageSession {
  steps.length = 0
  const one = anyStorage({
    allow_loopback: true,
    resolve,
    ca: certificate.cert,
    idle_ms: 3_000,
    ...options,
  }).open({ protocol: 5, endpoint, username: 'kerb', password, directory: 'evidence', ...more }, (step) =>
    steps.push(step),
  )
  open.push(one)
  return one
}

export const failure = (work: Promise<unknown>): Promise<{ step: string; reason: string }> =>
  work.then(
    () => ({ step: 'none', reason: 'none' }),
    (error: unknown) => {
      if (!(error instanceof StorageError)) throw error
      expect(`${error.message} ${error.detail}`).not.toContain(password)
      expect(error.detail).not.toContain("cert's") // Node's sentence
      return { step: error.step, reason: error.reason }
    },
  )

afterAll(() => open.forEach((one) => one.close()))
