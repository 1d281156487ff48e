/** Generates contract/src/core/role-calls.ts: which role may make which call. */
import { calls, type Call, type Role } from '@parking/contract'
import { list } from './call-facts.ts'

export function roleCalls(): string {
  const all = Object.entries(calls as Record<string, Call>)
  const callsFrom = (lowest: Role) =>
    all.filter(([, call]) => isListed(call) && lowestRoleOf(call) === lowest).map(([name]) => name)
  return [
    '/** Generated from the contract by `npm run docs`; do not edit. The calls that each role may make. */',
    '',
    ...list('admin_calls', 'For administrators only.', callsFrom('admin')),
    ...list('operator_calls', 'For operators and administrators.', callsFrom('operator')),
    ...list('viewer_calls', 'For every signed-in user.', callsFrom('viewer')),
  ].join('\n')
}

/** Only calls that leave a row in the audit, because every role may read. */
const isListed = (call: Call): boolean =>
  call.roles !== 'anyone' && call.effect === 'write' && call.audit !== 'none'

const lowestRoleOf = ({ roles }: Call): Role =>
  roles.includes('viewer') || roles === 'anyone'
    ? 'viewer'
    : roles.includes('operator')
      ? 'operator'
      : 'admin'
