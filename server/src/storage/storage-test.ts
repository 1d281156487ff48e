/**
 * Tests an object storage before its settings are saved: writes one marked picture as an upload does, reads
 * it, compares it and deletes it. Long because the steps share one session, and cleaning up belongs to it.
 */
import { randomUUID } from 'node:crypto'
import {
  deviceSentence,
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
  type StorageReason,
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
import { hash, testKey, testObject } from './test-object.ts'
import { removeLeftover, recordLeftover, type RunningTests } from './storage-leftovers.ts'

/** Together they are shorter than the 30 s that the caller waits. */
const limits = { walk_ms: 21_000, clean_ms: 6_000 }
const before_writing: readonly StorageStep[] = ['name', 'connect', 'tls', 'signin', 'bucket']
/** Uploads do not ask for the bucket: after such an answer to the question, writing decides. */
const writing_decides: readonly StorageReason[] = ['denied', 'not_storage', 'other']

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
  const key = testKey(form.key_re, facts, id, deps.now())
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
  const object = await testObject(facts.device_sn, id, readParam(deps, 'event_param').image_max_bytes)
  let written: Written = 'not tried'
  let failure: StorageError | undefined
  let failed_ms = 0
  deps.running_tests.add(id)
  try {
    const signal = AbortSignal.timeout(walk_ms)
    try {
      await session.enter({ signal }).catch((error: unknown) => {
        if (!(error instanceof StorageError && writing_decides.includes(error.reason))) throw error
      })
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
    since = performance.now()
    const kept = await cleaned(session, key, written, clean_ms)
    if (!kept && written === 'yes') pass('remove')
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

/**
 * Reads the object back and compares it. Uploads read nothing, so that a storage that refuses or fails to
 * read passes the test without these steps; only different content is a failure.
 */
async function readBack(
  session: StorageSession,
  key: string,
  { length, sha256 }: StorageObject,
  signal: AbortSignal,
  pass: (step: StorageStep) => void,
): Promise<void> {
  let size: number | undefined
  let bytes: Buffer
  try {
    size = await session.size(key, { signal })
    if (size === undefined) return
    bytes = await session.get(key, Math.max(size, length), { signal })
  } catch (error) {
    if (error instanceof StorageError && error.reason !== 'changed') return
    throw error
  }
  pass('read')
  if (size !== length || bytes.length !== length)
    throw new StorageError(
      'compare',
      'changed',
      deviceSentence('bytes_instead', { bytes: bytes.length, wanted: length }),
    )
  if (hash('sha256', bytes) !== sha256) throw new StorageError('compare', 'changed')
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
