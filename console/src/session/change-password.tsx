/**
 * Changes the password (spec §5). Every other session of
 * the user ends; this one continues with the new token.
 */
import { useId, useRef, useState } from 'react'
import { sentenceOf } from '../core/errors.ts'
import { newPasswordIssue, passwordChecks } from '../lib/password-checks.ts'
import { useChange } from '../core/queries.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { PasswordField } from '../ui/password/password-field.tsx'
import { PasswordRules } from '../ui/password/password-input.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../core/words.ts'

type Field = 'old_password' | 'new_password' | 'repeat'
const empty = { old_password: '', new_password: '', repeat: '' }

export function ChangePassword({ onClose }: { onClose: () => void }) {
  const words = useWords('shell').password
  const shell = useWords('shell')
  const errors = useWords('errors')
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const [typed, setTyped] = useState(empty)
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({})
  const change = useChange('/api/user/change_password', {
    done: () => {
      toast.success(errors.messages.change_password_success)
      onClose()
    },
  })

  function refuse(found: Partial<Record<Field, string>>) {
    setWrong(found)
    const first = (['old_password', 'new_password', 'repeat'] as const).find((field) => found[field])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }

  async function submit() {
    if (change.running) return
    const issue = newPasswordIssue(typed.new_password, typed.old_password)
    const found: Partial<Record<Field, string>> = {
      ...(typed.old_password === '' ? { old_password: words.old_required } : {}),
      ...(issue
        ? {
            new_password: sentenceOf(
              { field: 'new_password', issue, limit: issue === 'too_short' ? 8 : 32 },
              errors,
            ),
          }
        : {}),
      ...(typed.new_password === typed.repeat ? {} : { repeat: words.mismatch }),
    }
    if (Object.keys(found).length > 0) return refuse(found)
    await change.run({ old_password: typed.old_password, new_password: typed.new_password })
  }

  const textOf = (field: Field): string | undefined => {
    if (wrong[field]) return wrong[field]
    const issue = change.issues.find((one) => one.field === field)
    return issue && sentenceOf(issue, errors)
  }
  const input = (field: Field, label: string, autoComplete: string) => (
    <PasswordField
      id={id + field}
      name={field}
      label={label}
      autoComplete={autoComplete}
      maxLength={128}
      show={words.show}
      hide={words.hide}
      value={typed[field]}
      onChange={(event) => {
        setTyped({ ...typed, [field]: event.target.value })
        setWrong({ ...wrong, [field]: undefined })
      }}
      error={textOf(field)}
      describedBy={field === 'new_password' ? `${id}rules` : undefined}
    />
  )

  return (
    <Dialog
      title={words.title}
      width="small"
      dismissable={typed === empty}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button type="submit" form={`${id}form`} variant="primary" aria-disabled={change.running}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={`${id}form`}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <input
          type="text"
          autoComplete="username"
          value={sessionStorage.getItem('last-user') ?? ''}
          readOnly
          hidden
        />
        {input('old_password', words.old, 'current-password')}
        {input('new_password', words.new, 'new-password')}
        {input('repeat', words.repeat, 'new-password')}
        <PasswordRules
          id={`${id}rules`}
          rules={words.rules}
          met={passwordChecks(typed.new_password, typed.repeat)}
        />
        <p className="note">{words.ends_sessions}</p>
      </form>
    </Dialog>
  )
}
