/** Adds or changes a user: name, role, and whether they may sign in. */
import { role as roles, type Role } from '@parking/contract/core/codes.ts'
import { useId, useState } from 'react'
import { sentenceOf } from '#src/core/errors.ts'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Switch } from '#src/forms/switch.tsx'
import { FormDialog, TextField } from '#src/ui/dialog/form-dialog.tsx'
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

  async function submit() {
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
    <FormDialog
      title={user ? words.edit_title(user.username) : words.add_title}
      dismissable={username === began.username && name === began.name && role === began.role}
      cancel={words.cancel}
      submit={user ? words.save : words.add}
      running={running}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {!user && (
        <TextField
          label={words.username}
          error={missing ? words.required : issueOf('username')}
          note={words.username_hint}
          value={username}
          maxLength={32}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => {
            setMissing(false)
            type({ username: event.currentTarget.value })
          }}
        />
      )}
      <TextField
        label={words.name}
        error={issueOf('name')}
        note={words.name_hint}
        value={name}
        maxLength={64}
        autoComplete="off"
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      <fieldset className={`grid gap-8 flush ${styles.roles}`} disabled={last}>
        <legend>{words.role}</legend>
        {roles.map((one) => (
          <label key={one} className={`grid middle pad-10-12 bordered round-8 ${styles.role}`}>
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
          <label className={`row gap-10 pointer`}>
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
    </FormDialog>
  )
}
