/**
 * Users and roles (an extension of the spec, for administrators): who may sign in, and what each role may do.
 */
import { useState } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { SessionsDialog } from '#src/session/sessions-dialog.tsx'
import { Loaded } from '#src/tables/loaded.tsx'
import { StaleMark } from '#src/tables/stale-mark.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { PlusIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { NotedDialog } from '#src/session/noted-dialog.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { RoleTable } from './role-table.tsx'
import { UserDialog } from './user-dialog.tsx'
import { UserTable } from './user-table.tsx'
import styles from './users.module.css'

export type User = AnswerAt<'/api/user/list_users'>['list'][number]
type Open =
  | { what: 'add' }
  | { what: 'edit' | 'sessions'; user: User }
  | { what: 'password'; username: string; password: string }

const refresh = ['/api/user/list_users'] as const

export default function Users() {
  const [words, titles] = [useWords('people'), useWords('shell').routes]
  const query = useCall('/api/user/list_users', {}, { every: 30_000 })
  const resetPassword = useChange('/api/user/reset_user_password', { refresh })
  const resetFactor = useChange('/api/user/reset_second_factor', { refresh })
  const deletion = useChange('/api/user/delete_user', { refresh })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  async function reset({ user_id, username }: User) {
    const confirmed = await confirm({
      title: words.reset_ask(username),
      body: words.reset_says,
      confirm: words.reset,
      danger: true,
    })
    const answer = confirmed && (await resetPassword.run({ user_id }))
    if (answer) setOpen({ what: 'password', username, password: answer.one_time_password })
  }

  async function resetSecond({ user_id, username }: User) {
    const confirmed = await confirm({
      title: words.second_reset_ask(username),
      body: words.second_reset_says,
      confirm: words.second_reset,
      danger: true,
    })
    if (confirmed && (await resetFactor.run({ user_id }))) toast.success(words.second_reset_done)
  }

  async function remove({ user_id, username }: User) {
    const own = sessionStorage.getItem('last-user') === username
    const confirmed = await confirm({
      title: words.remove_ask(username),
      body: own ? `${words.remove_says}${words.remove_self}` : words.remove_says,
      confirm: words.remove,
      danger: true,
    })
    if (confirmed && (await deletion.run({ user_id }))) toast.success(words.removed(username))
  }

  return (
    <>
      <PageHeader
        title={titles.system_users}
        hint={words.hint}
        action={
          <>
            <span className={styles.stale}>
              <StaleMark of={[query]} />
            </span>
            <Button variant="primary" onClick={() => setOpen({ what: 'add' })}>
              <PlusIcon />
              {words.add}
            </Button>
          </>
        }
      />
      <Section flush>
        <Loaded query={query} rows={4} failed={words.failed}>
          {({ list }) => (
            <UserTable
              list={list}
              onEdit={(user) => setOpen({ what: 'edit', user })}
              onSessions={(user) => setOpen({ what: 'sessions', user })}
              onReset={(user) => void reset(user)}
              onSecond={(user) => void resetSecond(user)}
              onRemove={(user) => void remove(user)}
            />
          )}
        </Loaded>
      </Section>
      {(query.data !== undefined || query.isError) && <RoleTable />}
      {open?.what === 'add' && (
        <UserDialog
          onClose={close}
          onAdded={(username, password) => setOpen({ what: 'password', username, password })}
        />
      )}
      {open?.what === 'edit' && <UserDialog user={open.user} last={open.user.last_admin} onClose={close} />}
      {open?.what === 'sessions' && <SessionsDialog user={open.user} onClose={close} />}
      {open?.what === 'password' && <FirstPassword {...open} onClose={close} />}
    </>
  )
}

type Props = { username: string; password: string; onClose: () => void }

/** Shows a user's one-time password once; the administrator confirms having noted it. */
function FirstPassword({ username, password, onClose }: Props) {
  const words = useWords('people')
  return (
    <NotedDialog
      title={words.once_title}
      says={words.once_says}
      noted={words.noted}
      why={words.done_why}
      onClose={onClose}
    >
      <dl className={`grid middle gap-8-16 bordered round-8 on-subtle ${styles.secret}`}>
        <dt className="note">{words.username}</dt>
        <dd className="slim anywhere">
          <code className="text-16 mono">{username}</code>
        </dd>
        <dt className="note">{words.password}</dt>
        <dd className="slim anywhere">
          <CopyText text={password}>
            <code className="text-16 mono">{password}</code>
          </CopyText>
        </dd>
      </dl>
      <p className="bad">{words.once}</p>
    </NotedDialog>
  )
}
