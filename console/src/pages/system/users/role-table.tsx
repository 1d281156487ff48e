/** What each role may do, by page; a page expands into its individual operations. */
import { role } from '@parking/contract/core/codes.ts'
import { roles_by_call } from '@parking/contract/core/role-calls.ts'
import { useWords } from '#src/core/words.ts'
import { CheckIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import type { RouteTitle } from '#src/navigation/route-row.ts'
import styles from './role-table.module.css'

export function RoleTable() {
  const [words, codes] = [useWords('people'), useWords('codes')]
  return (
    <Section flush title={words.table_title} hint={words.table_hint}>
      <div className={`text-13 ink-2 bold on-subtle ${styles.head}`} aria-hidden="true">
        <span>{words.page}</span>
        {role.map((one) => (
          <span key={one}>{codes.role[one]}</span>
        ))}
      </div>
      {page_roles.map((page) => (
        <PageRow key={page.title} {...page} />
      ))}
    </Section>
  )
}

function PageRow({ title, calls }: PageRoles) {
  const [words, codes, log] = [useWords('people'), useWords('codes'), useWords('log')]
  const titles = useWords('shell').routes
  const name = title === 'own_account' ? words.own_account : titles[title]
  return (
    <details className={styles.page}>
      <summary className={styles.row}>
        <span className={`row slim gap-8 bold ${styles.name}`}>
          <ChevronRightIcon className="rigid ink-3" />
          {name}
        </span>
        {role.map((one) => {
          const n = calls.filter(({ roles }) => roles.includes(one)).length
          return (
            <span key={one} data-none={n === 0 || undefined}>
              <span className="visually-hidden">{codes.role[one]} </span>
              {words.of_all(n, calls.length)}
            </span>
          )
        })}
      </summary>
      <table className={`text-13 ${styles.calls}`} aria-label={name}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{words.actions}</th>
            {role.map((one) => (
              <th key={one} scope="col">
                {codes.role[one]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map(({ call, roles }) => (
            <tr key={call} className={styles.row}>
              <th scope="row">{log.calls[call as keyof typeof log.calls] ?? call}</th>
              {role.map((one) => (
                <td key={one} data-none={roles.includes(one) ? undefined : ''}>
                  {roles.includes(one) ? <CheckIcon className="ok" /> : '–'}
                  <span className="visually-hidden">{roles.includes(one) ? words.may : words.may_not}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

type PageTitle = RouteTitle | 'own_account'

/** The page of each call, by the call's name; the first pattern that matches applies. */
const places: readonly (readonly [PageTitle, RegExp])[] = [
  ['own_account', /^(logout|change_password|end_sessions?|confirm_password|(enable|disable)_second_factor)$/],
  ['device_base', /^set_(basic_info|address)$/],
  ['system_models', /model/],
  ['system_monitoring', /metrics/],
  ['device_network', /ipv4|dns|vpn|trial/],
  ['device_time', /^set_(time|ntp)$/],
  ['device_storage', /retention/],
  ['system_log', /_log$|syslog|audit/],
  ['system_application', /software|repository|auto_update|app_control/],
  ['system_whitelist', /whitelist/],
  ['system_users', /user|second_factor/],
  ['system_certificate', /certificate|hsts/],
  ['business_params', /param|document|import|storage|platform|mail|mqtt|business_mode/],
  ['business_manual', /check|manual/],
  ['business_stays', /stay|dossier/],
  ['business_accuracy', /accuracy/],
  ['business_evidence_rules', /evidence_rules/],
  ['business_reconcile', /reconcile/],
  ['business_parking', /parking_event|event_sending/],
  ['business_scene', /camera|scene|ptz|reference|moved|live_view/],
  ['system_operation', /./],
]

type PageRoles = { title: PageTitle; calls: readonly { call: string; roles: readonly string[] }[] }

const all = Object.entries(roles_by_call).map(([call, roles]) => ({ call, roles }))

const order: readonly PageTitle[] = [
  'device_base',
  'device_network',
  'device_time',
  'device_storage',
  'system_log',
  'system_application',
  'system_models',
  'system_whitelist',
  'system_users',
  'system_certificate',
  'system_monitoring',
  'system_operation',
  'business_scene',
  'business_params',
  'business_parking',
  'business_manual',
  'business_stays',
  'business_accuracy',
  'business_evidence_rules',
  'business_reconcile',
  'own_account',
]

/** What each role may do, by page: the calls that change something. */
const page_roles: readonly PageRoles[] = order
  .map((title) => ({
    title,
    calls: all.filter(({ call }) => places.find(([, pattern]) => pattern.test(call))?.[0] === title),
  }))
  .filter(({ calls }) => calls.length > 0)
