/**
 * The token error dialog of spec §8: the user signs in again in place, or cancels. The page keeps its input,
 * and the failed call is retried.
 */
import { useId, useState } from 'react'
import { postCall } from '../login/post-call.ts'
import { storeToken } from '../stores/session.ts'
import { loadSession } from './sign-in.ts'
import { queryClient } from '../core/queries.ts'
import { FormDialog, TextField } from '../ui/dialog/form-dialog.tsx'
import { PasswordField } from '../ui/password/password-field.tsx'
import { foreignSentence, hostChangedSentence } from '../core/errors.ts'
import { useWords } from '../core/words.ts'

export function ReloginDialog({ answer }: { answer: (signed_in: boolean) => void }) {
  const words = useWords('shell').relogin
  const labels = useWords('shell').password
  const errors = useWords('errors')
  const id = useId()
  const [failed, setFailed] = useState<string>()
  const [pending, setPending] = useState(false)
  const [second, setSecond] = useState(false)
  const [last_user] = useState(() => sessionStorage.getItem('last-user') ?? '')

  async function submit(typed: FormData) {
    const username = String(typed.get('username') ?? '').trim()
    const secret = String(typed.get('password') ?? '')
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
                  : outcome.kind === 'host_changed'
                    ? hostChangedSentence(outcome.compared, errors)
                    : outcome.kind === 'foreign'
                      ? foreignSentence(outcome.status, errors)
                      : errors.verification,
    )
  }

  return (
    <FormDialog
      title={words.title}
      role="alertdialog"
      dismissable={false}
      cancel={words.cancel}
      submit={words.submit}
      running={pending}
      onSubmit={(typed) => void submit(typed)}
      onClose={() => answer(false)}
    >
      <p className="note">{words.body}</p>
      <TextField
        label={words.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        defaultValue={last_user}
      />
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
        <TextField label={words.code} name="code" autoComplete="one-time-code" maxLength={20} autoFocus />
      )}
    </FormDialog>
  )
}
