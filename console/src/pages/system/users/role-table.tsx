/** What each role may do, by page; a page expands into its individual operations. */
import { role } from '@parking/contract/core/codes.ts'
import { useWords } from '#src/core/words.ts'
import { CheckIcon, ChevronRightIcon } from '#src/ui/icons.tsx'
import { Section } from '#src/ui/section.tsx'
import { mayDo, page_roles, type PageRoles } from './role-pages.ts'
import styles from './role-table.module.css'

export function RoleTable() {
  const [words, codes] = [useWords('people'), useWords('codes')]
  return (
    <Section flush title={words.table_title} hint={words.table_hint}>
      <div className={styles.head} aria-hidden="true">
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
        <span className={styles.name}>
          <ChevronRightIcon />
          {name}
        </span>
        {role.map((one) => {
          const n = calls.filter(({ min_role }) => mayDo(one, min_role)).length
          return (
            <span key={one} data-none={n === 0 || undefined}>
              <span className="visually-hidden">{codes.role[one]} </span>
              {words.of_all(n, calls.length)}
            </span>
          )
        })}
      </summary>
      <table className={styles.calls} aria-label={name}>
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
          {calls.map(({ call, min_role }) => (
            <tr key={call} className={styles.row}>
              <th scope="row">{log.calls[call as keyof typeof log.calls] ?? call}</th>
              {role.map((one) => (
                <td key={one} data-none={mayDo(one, min_role) ? undefined : ''}>
                  {mayDo(one, min_role) ? <CheckIcon /> : '–'}
                  <span className="visually-hidden">{mayDo(one, min_role) ? words.may : words.may_not}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
