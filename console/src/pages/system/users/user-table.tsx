/** The users as a table; on a phone each user is a card. */
import { RelativeTime } from '#src/time/relative-time.tsx'
import { WhyButton } from '#src/forms/why-button.tsx'
import { personName } from '#src/core/people.ts'
import { useWords } from '#src/core/words.ts'
import '#src/tables/table.css'
import { Button } from '#src/ui/button/button.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { HeadRow } from '#src/tables/table-head.tsx'
import type { User } from './page.tsx'
import styles from './users.module.css'

export function UserTable({
  list,
  onEdit,
  onSessions,
  onReset,
  onSecond,
  onRemove,
}: {
  list: readonly User[]
  onEdit: (user: User) => void
  onSessions: (user: User) => void
  onReset: (user: User) => void
  /** Removes the second factor. */
  onSecond: (user: User) => void
  onRemove: (user: User) => void
}) {
  const [words, codes] = [useWords('people'), useWords('codes')]
  const { people } = useWords('shell')
  return (
    <div className="table-box">
      <table className={`table ${styles.users}`} data-cards="" aria-label={words.list}>
        <HeadRow
          names={[words.username, words.role, words.state, words.sessions, words.signed_in]}
          acts={words.actions}
        />
        <tbody>
          {list.map((user) => (
            <tr key={user.user_id} data-off={user.enabled ? undefined : ''}>
              <td data-wide="" className={styles.who}>
                <strong className="block bold">{user.username}</strong>
                <bdi className="note">{personName(user.name, people)}</bdi>
              </td>
              <td data-label={words.role}>{codes.role[user.role]}</td>
              <td data-label={words.state}>
                {!user.enabled ? (
                  <StatusTag tone="idle">{words.disabled}</StatusTag>
                ) : user.must_change_password ? (
                  <StatusTag tone="warn">
                    {user.password_until_str === ''
                      ? words.first_password
                      : words.first_password_until(user.password_until_str)}
                  </StatusTag>
                ) : (
                  <StatusTag tone="ok">{words.enabled}</StatusTag>
                )}
              </td>
              <td data-label={words.sessions}>
                <Button
                  variant="quiet"
                  className={styles.count}
                  aria-label={words.sessions_of(user.username, user.sessions)}
                  onClick={() => onSessions(user)}
                >
                  {words.sessions_n(user.sessions)}
                </Button>
              </td>
              <td data-label={words.signed_in} className="ink-2 nowrap">
                {user.signed_in_str === '' ? words.never : <RelativeTime time={user.signed_in_str} />}
              </td>
              <td data-wide="" className={`nowrap text-end ${styles.acts}`}>
                <Button
                  variant="quiet"
                  aria-label={words.edit_of(user.username)}
                  onClick={() => onEdit(user)}
                >
                  {words.edit}
                </Button>
                <WhyButton
                  variant="quiet"
                  label={words.reset_of(user.username)}
                  why={user.last_admin ? words.last_admin_reset : undefined}
                  onPress={() => onReset(user)}
                >
                  {words.reset}
                </WhyButton>
                {user.second_factor && (
                  <Button
                    variant="quiet"
                    aria-label={words.second_reset_of(user.username)}
                    onClick={() => onSecond(user)}
                  >
                    {words.second_reset}
                  </Button>
                )}
                <WhyButton
                  variant="quiet"
                  label={words.remove_of(user.username)}
                  why={user.last_admin ? words.last_admin : undefined}
                  onPress={() => onRemove(user)}
                >
                  {words.remove}
                </WhyButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
