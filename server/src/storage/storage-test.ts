/**
 * Tests an object storage before its settings are saved: writes one marked object, reads it, compares it and
 * deletes it. A failure is returned, never thrown. Long because the steps share one session.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  keyOf,
  leavesPlace,
  secret_mask,
  storage_protocol,
  storageIssues,
  storagePlace,
  unmaskedUrl,
  urlMaskIssues,
  type Answer,
  type Body,
  type Issue,
  type StorageStep,
} from '@parking/contract'
import type { ProgressBoard } from '../core/flow/progress.ts'
import type { Deps } from '../core/deps.ts'
import {
  StorageError,
  type StorageObject,
  type StorageSession,
  type StorageTarget,
} from '../ports/storage-port.ts'
import { urlIssue } from '../core/outbound/address.ts'
import { badFields } from '../core/refusal.ts'
import { trustIssues } from '../params/param-hosts.ts'
import { readParam } from '../params/param.store.ts'
import { storageKeyFacts } from './storage-key-facts.ts'
import { removeLeftover, recordLeftover, type RunningTests } from './storage-leftovers.ts'

/** Together they are shorter than the 30 s that the caller waits. */
const limits = { walk_ms: 21_000, clean_ms: 6_000 }
const before_writing: readonly StorageStep[] = ['name', 'connect', 'tls', 'signin', 'bucket']

type Form = Body<'test_storage'>
type Written = 'not tried' | 'no' | 'perhaps' | 'yes'
type Needs = Pick<Deps, 'db' | 'secrets' | 'now' | 'log' | 'storage' | 'host' | 'allow_loopback'> & {
  storage_tests: ProgressBoard<StorageStep>
  running_tests: RunningTests
}

/** `who` is the user who runs the test. Throws 1000 with the fields that are missing for a test. */
export async function testStorage(
  form: Form,
  who: string,
  deps: Needs,
  { walk_ms, clean_ms } = limits,
): Promise<Answer<'test_storage'>> {
  const target = targetOf(form, deps)
  const facts = await storageKeyFacts(deps)
  const id = randomUUID()
  const name = keyOf(form.key_re, facts).split('/').at(-1) ?? ''
  // The test object is named like a picture, so that the same characters are tested.
  const key = `parking-edge-test/${id}${Buffer.byteLength(name) <= 200 ? `-${name}` : ''}`
  const progress = deps.storage_tests.start(who, form.watch)
  const passed: Answer<'test_storage'>['passed'] = []
  let since = performance.now()
  const pass = (step: StorageStep) => {
    const at = performance.now()
    passed.push({ step, ms: Math.round(at - since) })
    since = at
    progress.pass(step)
  }
  const session = deps.storage.open(target, pass)
  const object = markedObject(facts.device_sn, id)
  let written: Written = 'not tried'
  let failure: StorageError | undefined
  let failed_ms = 0
  deps.running_tests.add(id)
  try {
    const signal = AbortSignal.timeout(walk_ms)
    try {
      await session.enter({ signal })
      recordLeftover(deps, id, target, key)
      written = 'perhaps'
      await session.put(key, object, { signal })
      written = 'yes'
      pass('write')
      await readBack(session, key, object, signal, pass)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      failure = error
      failed_ms = Math.round(performance.now() - since)
      if (
        written === 'perhaps' &&
        (before_writing.includes(error.step) ||
          !['timeout', 'cut', 'busy', 'not_storage'].includes(error.reason))
      )
        written = 'no'
    }
    const kept = await cleaned(session, key, written, clean_ms)
    if (kept && !failure) {
      failure = kept
      failed_ms = Math.round(performance.now() - since)
    } else if (!kept && written === 'yes') {
      since = failure ? performance.now() : since
      pass('remove')
    }
    if (!kept) removeLeftover(deps, id)
    const { host } = new URL(target.endpoint)
    const failed = failure && {
      step: failure.step,
      reason: failure.reason,
      tls: failure.tls ?? null,
      said: withoutSecrets(failure.detail, target),
      ms: failed_ms,
    }
    deps.log.info(
      { user: who, host, protocol: target.protocol, failed: failed && `${failed.step} ${failed.reason}` },
      'a storage was tested',
    )
    return {
      passed: passed.filter(({ step }) => step !== failed?.step),
      failed: failed ?? null,
      host,
      bucket: storagePlace(target).bucket,
      key,
      skew_ms: session.skew_ms(),
      left_behind: kept !== undefined,
    }
  } finally {
    deps.running_tests.delete(id)
    session.close()
    progress.close()
  }
}

/** Invalid settings never reach the network. */
function targetOf(form: Form, deps: Needs): StorageTarget {
  const { protocol, username, directory } = form
  const stored = readParam(deps, 'storage_param')
  const endpoint = unmaskedUrl(form.endpoint, stored.endpoint)
  const issues: Issue[] = [...storageIssues(form), ...urlMaskIssues(['endpoint'], stored, form)]
  const need = (field: string, value: string) =>
    void (value === '' && issues.push({ field, issue: 'required' }))
  need('endpoint', endpoint)
  need('username', username)
  if (protocol !== storage_protocol.ftp) need('directory', directory)
  const forbidden = urlIssue(endpoint, deps)
  if (forbidden && !issues.some(({ field }) => field === 'endpoint'))
    issues.push({ field: 'endpoint', issue: forbidden })
  // The stored password is only sent to the server for which it was stored: FTP would send it to any server.
  const same_place = !leavesPlace('storage_param', stored, form)
  const password = form.password === '' && same_place ? stored.password : form.password
  if (password === '' && stored.password !== '' && !same_place)
    issues.push({ field: 'password', issue: 'secret_place' })
  else need('password', password)
  issues.push(...trustIssues({ server_trust: form.server_trust }))
  if (issues.length > 0) throw badFields(issues)
  return {
    protocol,
    endpoint,
    username,
    password,
    directory,
    server_trust: form.server_trust ?? stored.server_trust,
  }
}

function markedObject(device_sn: string, id: string): StorageObject & { body: Buffer } {
  const body = Buffer.from(
    'This object was written by the storage test of a parking edge device and may be removed.\n' +
      `device ${device_sn}\ntest ${id}\n${randomBytes(2048).toString('hex')}\n`,
  )
  return {
    body,
    length: body.length,
    content_type: 'text/plain; charset=utf-8',
    sha256: hash('sha256', body),
    md5: hash('md5', body),
  }
}

const hash = (kind: 'sha256' | 'md5', bytes: Buffer): string => createHash(kind).update(bytes).digest('hex')

async function readBack(
  session: StorageSession,
  key: string,
  { length, sha256 }: StorageObject,
  signal: AbortSignal,
  pass: (step: StorageStep) => void,
): Promise<void> {
  const size = await session.size(key, { signal })
  if (size === undefined) throw new StorageError('read', 'changed', 'what was written is not there')
  const bytes = await session.get(key, Math.max(size, length), { signal })
  pass('read')
  if (size !== length || bytes.length !== length)
    throw new StorageError('compare', 'changed', `${bytes.length} bytes instead of ${length}`)
  if (hash('sha256', bytes) !== sha256) throw new StorageError('compare', 'changed', 'other bytes')
  pass('compare')
}

/**
 * Deletes the object; returns why it may still be there, or undefined. Deletes it even if writing was
 * refused, because folders may have been created for it.
 */
async function cleaned(
  session: StorageSession,
  key: string,
  written: Written,
  clean_ms: number,
): Promise<StorageError | undefined> {
  if (written === 'not tried') return undefined
  try {
    await session.remove(key, { signal: AbortSignal.timeout(clean_ms) })
    return undefined
  } catch (error) {
    if (error instanceof StorageError) return written === 'no' ? undefined : error
    throw error
  }
}

/** Some servers repeat the request in their answer. */
const withoutSecrets = (said: string, { password }: StorageTarget): string =>
  said.replaceAll(password, secret_mask)
