/**
 * Requests permanent erasure of the device (docs/restore.md): checks the request, writes it to the audit,
 * sends the last head of the chain, stores the record and restarts. The next start erases the data.
 */
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { restore_network, type Answer, type Body } from '@parking/contract'
import type { AuditHead } from '#src/core/audit-head.ts'
import type { CallContext } from '#src/core/call-context.ts'
import type { SingleRun } from '#src/core/flow/single-run.ts'
import { Refusal } from '#src/core/refusal.ts'
import { readSetting } from '#src/core/settings.store.ts'
import { stampOf, zoneOfProcess } from '#src/core/stamp.ts'
import type { Trials } from '#src/device/trial.ts'
import type { PlatformSession } from '#src/platform/platform-session.ts'
import { heartbeatBody, type HeartbeatNeeds } from '#src/platform/platform-bodies.ts'
import type { AuditChain } from '../audit/chain.ts'
import type { LogWriter } from '../log/log-writer.ts'
import { exclusively, checkRequest, newUrl } from '../restore/restore.ts'
import { lifeOf, writeOrder } from '../restore/erase-record.ts'

export type EraseNeeds = CallContext &
  HeartbeatNeeds & {
    audit_chain: AuditChain
    log_writer: LogWriter
    platform_session: PlatformSession
    restore_request: SingleRun
    trials: Trials
  }

/** How long to wait for the platform to accept the last head. */
const deadline_ms = 5_000

export const eraseForGood = (
  { host_sn, language }: Body<'erase_for_good'>,
  context: EraseNeeds,
): Promise<Answer<'erase_for_good'>> =>
  exclusively(context, async () => {
    await checkRequest(host_sn, context)
    const { audit_chain, log_writer, db, folder, now, session, version } = context
    const console_url = (await newUrl(restore_network.ipv4, context)) ?? ''
    log_writer.audit('WARNING', `${session.username} erases the device for good`, {
      what: 'erasure_asked',
      facts: { by: session.username },
      audit: auditOf(context),
    })
    log_writer.flush()
    const audit_head = await lastHead(audit_chain)
    const head_sent = await sendHead(context)
    const token = randomBytes(32).toString('base64url')
    const asked_ms = now()
    writeOrder(folder, {
      phase: 'asked',
      life: lifeOf(folder),
      facts: {
        host_sn: host_sn.trim(),
        version,
        by: session.username,
        asked_time_str: stampOf(asked_ms),
        erased_time_str: '',
        time_zone: zoneOfProcess(),
        removed: [],
        left: [],
        outside: [],
        level: 'none',
        audit_head,
        head_sent,
      },
      language,
      asked_ms,
      token_sha256: digestOf(token),
      serial: readSetting<unknown>(db, 'serial', null),
      console_url,
    })
    context.restart()
    return { token }
  })

/** Null if the chain is damaged: a box is erased in any case. */
async function lastHead(
  audit_chain: AuditChain,
): Promise<Pick<AuditHead, 'chain_id' | 'seq' | 'hash'> | null> {
  try {
    await audit_chain.caughtUp()
    const { chain_id, seq, hash } = audit_chain.head()
    return { chain_id, seq, hash }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const auditOf = ({ session, address, request_id }: CallContext) => ({
  who: session.username,
  role: session.roles.join(),
  address,
  call: 'erase_for_good',
  code: 0,
  request_id,
})

/** Sends one more heartbeat, with the head. True if the platform accepted it in time. */
async function sendHead(context: EraseNeeds): Promise<boolean> {
  const { platform_session, log } = context
  const { device_hb_url } = platform_session.param()
  if (device_hb_url === '') return false
  const end = new AbortController()
  const sent = platform_session
    .deviceSn()
    .then((device_sn) => platform_session.post(device_hb_url, heartbeatBody(context, device_sn)))
    .then(({ kind }) => kind === 'accepted')
    .catch((error: unknown) => {
      log.warn({ err: error }, 'the last head of the audit could not be sent')
      return false
    })
  const late = pause(deadline_ms, false, { signal: end.signal }).catch(() => false)
  const result = await Promise.race([sent, late])
  end.abort()
  return result
}
