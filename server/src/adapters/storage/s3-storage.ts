/**
 * An S3-compatible storage (protocols 1 to 4): the three clouds by virtual host, MinIO by path.
 * docs/decisions/0017.
 */
import { isIP } from 'node:net'
import {
  directoryIssue,
  hasBucketHost,
  regionOf,
  storage_protocol,
  storagePlace,
  type StorageStep,
} from '@parking/contract'
import {
  StorageError,
  type StorageObject,
  type StorageOptions,
  type StorageSession,
  type StorageTarget,
} from '#src/ports/storage-port.ts'
import { element, isWritten, refusalOf, wantsBucketHost } from './s3-answer.ts'
import { openLine, type S3Answer, type S3Request } from './s3-request.ts'
import type { StorageAdapterOptions } from './storage-wire.ts'

const max_answer = 64 * 1024

/**
 * Opens a session at an S3-compatible storage. A missing bucket is not created: that is its owner's decision.
 */
export function openS3(
  target: StorageTarget,
  adapter_options: StorageAdapterOptions,
  passed: (step: StorageStep) => void,
): StorageSession {
  const { now = Date.now } = adapter_options
  const { bucket, folder } = storagePlace(target)
  const seen = new Set<StorageStep>()
  const pass = (step: StorageStep) => {
    if (seen.has(step)) return
    seen.add(step)
    passed(step)
  }
  const line = openLine(adapter_options, target.server_trust ?? '', pass)
  let base = bucketUrl(target, hasBucketHost(target.protocol))
  let region = regionOf(new URL(base).hostname)
  let skew: number | null = null

  const urlOf = (key: string): string => `${base}/${pathOf(folder === '' ? key : `${folder}/${key}`)}`

  async function send(request: S3Request): Promise<S3Answer> {
    const answer = await line.send(request, { region, username: target.username, password: target.password })
    const theirs = Date.parse(answer.headers.date ?? '')
    if (!Number.isNaN(theirs)) skew = now() - theirs
    return answer
  }

  /** Some servers name the region that they expect in the signature, or want the bucket in the host. */
  async function ask(request: S3Request): Promise<S3Answer> {
    const answer = await send(request)
    if (wantsBucketHost(answer) && mayBeInHost(target)) {
      const by_host = bucketUrl(target, true)
      if (base === by_host) return answer
      const rest = request.url.slice(base.length)
      base = by_host
      region = regionOf(new URL(base).hostname)
      return ask({ ...request, url: base + rest })
    }
    const reported_region = element(answer, 'Region') || String(answer.headers['x-amz-bucket-region'] ?? '')
    if (
      answer.status < 300 ||
      reported_region === '' ||
      reported_region === region ||
      !/^[a-z0-9-]{1,64}$/.test(reported_region)
    )
      return answer
    region = reported_region
    return send(request)
  }

  async function wanted(request: S3Request, good: (answer: S3Answer) => boolean): Promise<S3Answer> {
    const answer = await ask(request)
    if (!good(answer))
      throw answer.status < 300
        ? new StorageError(request.step, 'not_storage', `HTTP ${answer.status}`)
        : refusalOf(answer, request.step, skew)
    return answer
  }

  async function sizeOf(key: string, step: StorageStep, signal?: AbortSignal): Promise<number | undefined> {
    const answer = await ask({ method: 'HEAD', url: urlOf(key), step, max_bytes: max_answer, signal })
    if (answer.status === 404) return undefined
    const length = Number(answer.headers['content-length'] ?? Number.NaN)
    if (answer.status !== 200 || !Number.isInteger(length)) throw refusalOf(answer, step, skew)
    return length
  }

  return {
    async enter({ signal }: StorageOptions = {}) {
      if (bucket === '') throw new StorageError('bucket', 'bucket')
      const answer = await ask({
        method: 'GET',
        url: `${base}?location`,
        step: 'signin',
        max_bytes: max_answer,
        signal,
      })
      // Some servers do not know `?location`, and list the bucket.
      if (
        answer.status === 200 &&
        /<(?:[\w-]+:)?(Location|ListBucketResult)/.test(answer.body.toString('utf8'))
      ) {
        pass('signin')
        pass('bucket')
        return 'there'
      }
      if (answer.status < 300) throw new StorageError('signin', 'not_storage', `HTTP ${answer.status}`)
      const error = refusalOf(answer, 'signin', skew)
      if (error.step === 'bucket') pass('signin')
      // Signatures are checked before permissions: this user is known, but may not do this.
      if (error.reason !== 'denied' || element(answer, 'Code') === '') throw error
      pass('signin')
      return 'unknown'
    },

    async put(key: string, object: StorageObject, { signal }: StorageOptions = {}) {
      const answer = await wanted(
        { method: 'PUT', url: urlOf(key), step: 'write', object, max_bytes: max_answer, signal },
        (one) => one.status < 300 || isWritten(one),
      )
      const { headers } = answer
      // The answer to the first attempt may have been lost.
      if (isWritten(answer) && (await sizeOf(key, 'write', signal)) !== object.length)
        throw refusalOf(answer, 'write', skew)
      // A page of a portal has no ETag; a storage that sends none has the object.
      if (
        answer.status < 300 &&
        headers.etag === undefined &&
        (await sizeOf(key, 'write', signal)) !== object.length
      )
        throw new StorageError('write', 'not_storage', 'PUT: no ETag')
      pass('signin')
      pass('bucket')
    },

    size: (key: string, { signal }: StorageOptions = {}) => sizeOf(key, 'read', signal),

    async get(key: string, max_bytes: number, { signal }: StorageOptions = {}) {
      const { body } = await wanted(
        { method: 'GET', url: urlOf(key), step: 'read', max_bytes, signal },
        ({ status }) => status === 200,
      )
      return body
    },

    async remove(key: string, { signal }: StorageOptions = {}) {
      await wanted(
        { method: 'DELETE', url: urlOf(key), step: 'remove', max_bytes: max_answer, signal },
        (answer) => answer.status === 204 || answer.status === 200 || element(answer, 'Code') === 'NoSuchKey',
      )
    },

    skew_ms: () => skew,
    close: line.close,
  }
}

/** Everything except letters, digits and `-_.~` is percent-encoded, as the signature requires (RFC 3986). */
const pathOf = (key: string): string =>
  key
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[!'()*]/g,
        (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')

/** Whether a host name can begin with this bucket. */
const mayBeInHost = ({ endpoint, directory }: StorageTarget): boolean =>
  isIP(new URL(endpoint).hostname.replace(/^\[|\]$/g, '')) === 0 &&
  directoryIssue({ protocol: storage_protocol.cloud_a, directory }) === undefined

/**
 * Without a trailing slash. An endpoint that contains the bucket, as the clouds' consoles show it, is kept.
 */
function bucketUrl(target: StorageTarget, in_host: boolean): string {
  const { bucket } = storagePlace(target)
  const url = new URL(target.endpoint)
  const path = url.pathname.replace(/\/+$/, '')
  if (!in_host) return `${url.origin}${path}/${pathOf(bucket)}`
  const host = url.host.startsWith(`${bucket}.`) ? url.host : `${bucket}.${url.host}`
  return `${url.protocol}//${host}${path}`
}
