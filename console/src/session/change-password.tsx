/**
 * Changes the password (spec §5). Every other session of
 * the user ends; this one continues with the new token.
 */
import { useId, useState } from 'react'
import { sentenceOf } from '../core/errors.ts'
import { newPasswordIssue, passwordChecks } from '../lib/password-checks.ts'
import { useChange } from '../core/queries.ts'
import { FormDialog, HiddenUsername } from '../ui/dialog/form-dialog.tsx'
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
    if (first) document.getElementById(id + first)?.focus()
  }

  async function submit() {
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
    <FormDialog
      title={words.title}
      dismissable={typed === empty}
      cancel={shell.cancel}
      submit={words.submit}
      running={change.running}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <HiddenUsername />
      {input('old_password', words.old, 'current-password')}
      {input('new_password', words.new, 'new-password')}
      {input('repeat', words.repeat, 'new-password')}
      <PasswordRules
        id={`${id}rules`}
        rules={words.rules}
        met={passwordChecks(typed.new_password, typed.repeat)}
      />
      <p className="note">{words.ends_sessions}</p>
    </FormDialog>
  )
}
