/** Adds or changes a user: name, role, and whether they may sign in. */
import { role as roles, type Role } from '@parking/contract/core/codes.ts'
import { useId, useState } from 'react'
import { sentenceOf } from '#src/core/errors.ts'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Switch } from '#src/forms/switch.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { toast } from '#src/ui/toast.tsx'
import type { User } from './page.tsx'
import styles from './users.module.css'

const blank = { username: '', name: '', role: 'operator' as Role, enabled: true }

export function UserDialog({
  user,
  last = false,
  onClose,
  onAdded,
}: {
  /** The user to change; without one, a user is added. */
  user?: User
  /** True for the last administrator, who keeps role and access. */
  last?: boolean
  onClose: () => void
  onAdded?: (username: string, password: string) => void
}) {
  const [words, errors, codes] = [useWords('people'), useWords('errors'), useWords('codes')]
  const id = useId()
  const began = user ?? blank
  const [{ username, name, role, enabled }, setTyped] = useState(began)
  const [missing, setMissing] = useState(false)
  const type = (more: Partial<typeof blank>) => setTyped((typed) => ({ ...typed, ...more }))
  const refresh = ['/api/user/list_users'] as const
  const add = useChange('/api/user/add_user', { refresh })
  const update = useChange('/api/user/update_user', { refresh })
  const running = add.running || update.running
  const issues = [...add.issues, ...update.issues]
  const issueOf = (field: string) => {
    const issue = issues.find((one) => one.field === field)
    return issue && sentenceOf(issue, errors)
  }
  const wrong = missing ? words.required : issueOf('username')

  async function submit() {
    if (running) return
    if (user) {
      if (!(await update.run({ user_id: user.user_id, name, role, enabled }))) return
      toast.success(words.saved)
      return onClose()
    }
    const wanted = username.trim()
    setMissing(wanted === '')
    const answer = wanted !== '' && (await add.run({ username: wanted, name, role }))
    if (answer) onAdded?.(wanted, answer.one_time_password)
  }

  return (
    <Dialog
      title={user ? words.edit_title(user.username) : words.add_title}
      width="small"
      dismissable={username === began.username && name === began.name && role === began.role}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={`${id}form`} variant="primary" aria-disabled={running}>
            {user ? words.save : words.add}
          </Button>
        </>
      }
    >
      <form
        id={`${id}form`}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {!user && (
          <div className="field">
            <label htmlFor={`${id}username`}>{words.username}</label>
            <input
              id={`${id}username`}
              className="input"
              value={username}
              maxLength={32}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-invalid={wrong !== undefined}
              aria-describedby={`${id}username-note`}
              onChange={(event) => {
                setMissing(false)
                type({ username: event.currentTarget.value })
              }}
            />
            <p id={`${id}username-note`} className={wrong === undefined ? 'note' : 'error'}>
              {wrong ?? words.username_hint}
            </p>
          </div>
        )}
        <div className="field">
          <label htmlFor={`${id}name`}>{words.name}</label>
          <input
            id={`${id}name`}
            className="input"
            value={name}
            maxLength={64}
            autoComplete="off"
            aria-describedby={`${id}name-note`}
            onChange={(event) => type({ name: event.currentTarget.value })}
          />
          <p id={`${id}name-note`} className={issueOf('name') === undefined ? 'note' : 'error'}>
            {issueOf('name') ?? words.name_hint}
          </p>
        </div>
        <fieldset className={styles.roles} disabled={last}>
          <legend>{words.role}</legend>
          {roles.map((one) => (
            <label key={one} className={styles.role}>
              <input
                type="radio"
                name={`${id}role`}
                checked={role === one}
                onChange={() => type({ role: one })}
              />
              <strong>{codes.role[one]}</strong>
              <small>{words.roles[one]}</small>
            </label>
          ))}
        </fieldset>
        {user && (
          <div>
            <label className={styles.line}>
              <Switch
                checked={enabled}
                disabled={last}
                onChange={(event) => type({ enabled: event.currentTarget.checked })}
              />
              {words.may_sign_in}
            </label>
            <p className="note">{last ? words.last_admin : words.may_sign_in_hint}</p>
          </div>
        )}
      </form>
    </Dialog>
  )
}
