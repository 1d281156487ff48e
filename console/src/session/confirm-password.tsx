/** Asks for the password again before an action that cannot be undone or grants access; then continues it. */
import { useId, useRef, useState } from 'react'
import { call, outcomeOf } from '../core/api.ts'
import { useWords } from '../core/words.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { PasswordField } from '../ui/password/password-field.tsx'

export function ConfirmPassword({ answer }: { answer: (confirmed: boolean) => void }) {
  const words = useWords('shell').confirm_password
  const labels = useWords('shell').password
  const { cancel } = useWords('shell')
  const { required } = useWords('errors').issues
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [failed, setFailed] = useState<string>()
  const [pending, setPending] = useState(false)

  async function submit() {
    const password = String(new FormData(form.current ?? undefined).get('password') ?? '')
    if (pending) return
    if (password === '') return setFailed(required)
    setPending(true)
    const { error } = await outcomeOf(call('/api/user/confirm_password', { password }, { quiet: true }))
    setPending(false)
    if (!error) return answer(true)
    setFailed(error.issues.length > 0 ? words.wrong : error.message)
  }

  return (
    <Dialog
      title={words.title}
      role="alertdialog"
      width="small"
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(false)}>{cancel}</Button>
          <Button type="submit" form={`${id}form`} variant="primary" aria-disabled={pending}>
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
        <p className="note">{words.body}</p>
        <input
          type="text"
          autoComplete="username"
          value={sessionStorage.getItem('last-user') ?? ''}
          readOnly
          hidden
        />
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
      </form>
    </Dialog>
  )
}
