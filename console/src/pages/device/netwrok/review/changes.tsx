/**
 * Old and new values side by side. Changes are marked by colour, by weight, and by a text for screen readers.
 */
import { useWords } from '#src/core/words.ts'
import { HeadRow } from '#src/tables/table-head.tsx'
import styles from './changes.module.css'
import { differencesOf } from './differences.ts'

const names = ['ipv4', 'netmask', 'gateway', 'dns_main', 'dns_sub'] as const
const isName = (name: string): name is (typeof names)[number] => (names as readonly string[]).includes(name)

export function Changes({
  before,
  after,
}: {
  before: Readonly<Record<string, string>>
  after: Readonly<Record<string, string>>
}) {
  const words = useWords('network')
  const rows = differencesOf(before, after)
  if (rows.length === 0) return null
  return (
    <table className={`full clip text-14 figures bordered round-8 leading-15 ${styles.changes}`}>
      <HeadRow names={[words.field, words.before, words.after]} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} data-changed={row.changed || undefined}>
            <th scope="row">{isName(row.name) ? words[row.name] : row.name}</th>
            <td data-none={row.before === '' || undefined}>{row.before || words.none}</td>
            <td>
              {row.after || words.none}
              {row.changed && (
                <span className={`text-11 medium nowrap round-4 on-card ${styles.mark}`}>
                  {words.mark_changed}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
