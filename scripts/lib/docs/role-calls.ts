/** Generates contract/src/core/role-calls.ts: which roles may make which call. */
import { calls, role, type Call, type Role } from '@parking/contract'

export function roleCalls(): string {
  const all = Object.entries(calls as Record<string, Call>)
  const rows = all.flatMap(([name, call]) =>
    isListed(call)
      ? [
          `  ${name}: [${rolesOf(call)
            .map((one) => `'${one}'`)
            .join(', ')}],`,
        ]
      : [],
  )
  return [
    '/** Generated from the contract by `npm run docs`; do not edit. Who may change what. */',
    '',
    'export const roles_by_call: Readonly<Record<string, readonly string[]>> = {',
    ...rows,
    '}',
    '',
  ].join('\n')
}

/** Only calls that leave a row in the audit. */
const isListed = (call: Call): boolean =>
  call.roles !== 'anyone' && call.effect === 'write' && call.audit !== 'none'

const rolesOf = ({ roles }: Call): readonly Role[] =>
  role.filter((one) => roles !== 'anyone' && roles.includes(one))
