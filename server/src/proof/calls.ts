/** The calls of the key that signs evidence. */
import type { proof_calls } from '@parking/contract'
import type { AuditSubjects } from '../core/audit-subject.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import { canonicalJson } from '../core/canonical-json.ts'
import { stampOf } from '../core/stamp.ts'
import type { ProofLog } from './proof-log.ts'
import { knownKeys } from './proof-log.store.ts'

type Needs = CallContext & { proof_log: ProofLog }

export const proof_handlers = {
  get_device_key(_, { proof_log, now }) {
    const known = knownKeys(proof_log.reader())
    const { key_id } = proof_log.key.current
    const shown = known.map((key) => ({ ...key, since_str: stampOf(key.since_ms) }))
    const current = shown.find((key) => key.key_id === key_id)
    if (!current) throw new Error('The key of the device is not in its log')
    const former = shown.filter((key) => key !== current).toReversed()
    const vouched = proof_log.key.sign(
      'keys',
      canonicalJson({ v: 1, type: 'keys', made_ms: now(), keys: former.map((key) => key.key_id) }),
    )
    return { ...current, former, vouched }
  },

  async rotate_device_key(_, { proof_log }) {
    await proof_log.rotateKey()
    return {}
  },
} satisfies Handlers<keyof typeof proof_calls, Needs>

export const proof_audit_subjects = {
  rotate_device_key: (_: unknown, { proof_log }: Needs) => ({ key_id: proof_log.key.current.key_id }),
} satisfies AuditSubjects<'rotate_device_key', Needs>
