/**
 * The token error dialog of spec §8: sign in again in place, or
 * cancel. The page keeps its input, and the failed call is retried.
 */
import { useId, useRef, useState } from 'react'
import { ask } from '#src/login/ask.ts'
import { storeToken } from '#src/stores/session.ts'
import { loadSession } from '#src/stores/sign-in.ts'
import { queryClient } from '#src/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { PasswordInput } from '#src/ui/password/password-input.tsx'
import { useWords } from '#src/words.ts'

export function ReloginDialog({ answer }: { answer: (signed_in: boolean) => void }) {
  const words = useWords('shell').relogin
  const password = useWords('shell').password
  const errors = useWords('errors')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [failed, setFailed] = useState<string>()
  const [asking, setAsking] = useState(false)
  const [known] = useState(() => sessionStorage.getItem('last-user') ?? '')

  async function submit() {
    const typed = new FormData(form.current ?? undefined)
    const username = String(typed.get('username') ?? '').trim()
    const word = String(typed.get('password') ?? '')
    if (asking) return
    if (username === '' || word === '') return setFailed(errors.issues.required)
    setAsking(true)
    const outcome = await ask<{ token: string; must_change_password?: boolean }>('/api/user/login', {
      username,
      password: word,
    })
    setAsking(false)
    if (outcome.kind === 'done' && !outcome.data.must_change_password) {
      storeToken(outcome.data.token)
      void loadSession()
      void queryClient.invalidateQueries()
      return answer(true)
    }
    setFailed(
      outcome.kind === 'wrong'
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
          <Button type="submit" form={`${id}form`} variant="primary" aria-disabled={asking}>
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
            defaultValue={known}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}word`}>{words.password}</label>
          <PasswordInput
            id={`${id}word`}
            name="password"
            autoComplete="current-password"
            show={password.show}
            hide={password.hide}
            data-autofocus={known !== '' || undefined}
            aria-invalid={failed !== undefined}
            aria-describedby={`${id}failed`}
          />
          <p className="error" id={`${id}failed`} role="alert">
            {failed}
          </p>
        </div>
      </form>
    </Dialog>
  )
}
