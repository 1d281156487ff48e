/** Generates contract/src/core/role-calls.ts: which role may make which call. */
import { calls, type Call, type Role } from '@parking/contract'
import { list } from './call-facts.ts'

export function roleCalls(): string {
  const all = Object.entries(calls as Record<string, Call>)
  const of = (least: Role) =>
    all.filter(([, call]) => isListed(call) && leastOf(call) === least).map(([name]) => name)
  return [
    '/** Printed from the contract by `npm run docs`; do not edit. What each role may do. */',
    '',
    ...list('admin_calls', 'Only administrators.', of('admin')),
    ...list('operator_calls', 'Operators too.', of('operator')),
    ...list('viewer_calls', 'Everyone who is signed in.', of('viewer')),
  ].join('\n')
}

/** Only calls that leave a row in the audit, because every role may read. */
const isListed = (call: Call): boolean =>
  call.roles !== 'anyone' && call.effect === 'write' && call.audit !== 'none'

const leastOf = ({ roles }: Call): Role =>
  roles.includes('viewer') || roles === 'anyone'
    ? 'viewer'
    : roles.includes('operator')
      ? 'operator'
      : 'admin'
