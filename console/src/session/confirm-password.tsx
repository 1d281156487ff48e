/** Asks for the password again before an action that cannot be undone or grants access; then continues it. */
import { useId, useState } from 'react'
import { call, outcomeOf } from '../core/api.ts'
import { useWords } from '../core/words.ts'
import { FormDialog, HiddenUsername } from '../ui/dialog/form-dialog.tsx'
import { PasswordField } from '../ui/password/password-field.tsx'

export function ConfirmPassword({ answer }: { answer: (confirmed: boolean) => void }) {
  const words = useWords('shell').confirm_password
  const labels = useWords('shell').password
  const { cancel } = useWords('shell')
  const { required } = useWords('errors').issues
  const id = useId()
  const [failed, setFailed] = useState<string>()
  const [pending, setPending] = useState(false)

  async function submit(password: string) {
    if (password === '') return setFailed(required)
    setPending(true)
    const { error } = await outcomeOf(call('/api/user/confirm_password', { password }, { quiet: true }))
    setPending(false)
    if (!error) return answer(true)
    setFailed(error.issues.length > 0 ? words.wrong : error.message)
  }

  return (
    <FormDialog
      title={words.title}
      role="alertdialog"
      cancel={cancel}
      submit={words.submit}
      running={pending}
      onSubmit={(typed) => void submit(String(typed.get('password') ?? ''))}
      onClose={() => answer(false)}
    >
      <p className="note">{words.body}</p>
      <HiddenUsername />
      <PasswordField
        id={`${id}password`}
        name="password"
        label={words.password}
        autoComplete="current-password"
        show={labels.show}
        hide={labels.hide}
        data-autofocus
        aria-invalid={failed !== undefined}
        describedBy={`${id}failed`}
      >
        <p className="error" id={`${id}failed`} role="alert">
          {failed}
        </p>
      </PasswordField>
    </FormDialog>
  )
}
