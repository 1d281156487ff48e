/**
 * The token error dialog of spec §8: the user signs in again in place, or cancels. The page keeps its input,
 * and the failed call is retried.
 */
import { useId, useRef, useState } from 'react'
import { postCall } from '../login/post-call.ts'
import { storeToken } from '../stores/session.ts'
import { loadSession } from './sign-in.ts'
import { queryClient } from '../core/queries.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { PasswordField } from '../ui/password/password-field.tsx'
import { useWords } from '../core/words.ts'

export function ReloginDialog({ answer }: { answer: (signed_in: boolean) => void }) {
  const words = useWords('shell').relogin
  const labels = useWords('shell').password
  const errors = useWords('errors')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [failed, setFailed] = useState<string>()
  const [pending, setPending] = useState(false)
  const [second, setSecond] = useState(false)
  const [last_user] = useState(() => sessionStorage.getItem('last-user') ?? '')

  async function submit() {
    const typed = new FormData(form.current ?? undefined)
    const username = String(typed.get('username') ?? '').trim()
    const secret = String(typed.get('password') ?? '')
    if (pending) return
    if (username === '' || secret === '') return setFailed(errors.issues.required)
    setPending(true)
    const outcome = await postCall<{ token: string; must_change_password?: boolean }>('/api/user/login', {
      username,
      password: secret,
      ...(typed.get('code') ? { code: String(typed.get('code')).trim() } : {}),
    })
    setPending(false)
    if (outcome.kind === 'done' && !outcome.data.must_change_password) {
      storeToken(outcome.data.token)
      void loadSession()
      void queryClient.invalidateQueries()
      return answer(true)
    }
    if (outcome.kind === 'code_needed') setSecond(true)
    setFailed(
      outcome.kind === 'code_needed'
        ? undefined
        : outcome.kind === 'code_wrong'
          ? errors.reasons.second_factor_wrong
          : outcome.kind === 'wrong'
            ? words.wrong
            : outcome.kind === 'unreachable'
              ? errors.unreachable
              : outcome.kind === 'throttled'
                ? errors.codes.busy
                : outcome.kind === 'refused'
                  ? outcome.message
                  : errors.verification,
    )
  }

  return (
    <Dialog
      title={words.title}
      role="alertdialog"
      width="small"
      dismissable={false}
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(false)}>{words.cancel}</Button>
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
        <div className="field">
          <label htmlFor={`${id}name`}>{words.username}</label>
          <input
            id={`${id}name`}
            name="username"
            className="input"
            autoComplete="username"
            autoCapitalize="none"
            defaultValue={last_user}
          />
        </div>
        <PasswordField
          id={`${id}password`}
          name="password"
          label={words.password}
          autoComplete="current-password"
          show={labels.show}
          hide={labels.hide}
          data-autofocus={last_user !== '' || undefined}
          aria-invalid={failed !== undefined}
          describedBy={`${id}failed`}
        >
          <p className="error" id={`${id}failed`} role="alert">
            {failed}
          </p>
        </PasswordField>
        {second && (
          <div className="field">
            <label htmlFor={`${id}code`}>{words.code}</label>
            <input
              id={`${id}code`}
              name="code"
              className="input"
              autoComplete="one-time-code"
              maxLength={20}
              autoFocus
            />
          </div>
        )}
      </form>
    </Dialog>
  )
}
