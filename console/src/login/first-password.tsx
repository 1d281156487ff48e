/** Choosing a new password after signing in with a one-time password, which allows nothing else. */
import { useEffect, useRef, useState } from 'react'
import { newPasswordIssue, passwordChecks } from '../lib/password-checks.ts'
import { Button } from '../ui/button/button.tsx'
import { PasswordField } from '../ui/password/password-field.tsx'
import { PasswordRules } from '../ui/password/password-input.tsx'
import { onTheWay } from './on-the-way.ts'
import { postCall, type Outcome } from './post-call.ts'
import type { LoginWords } from './login.tsx'

type Props = {
  words: LoginWords
  token: string
  username: string
  old: string
  onToken: (token: string) => void
  onBack: () => void
}
type Problem = { field: 'new' | 'repeat' | 'form'; text: string }

export function FirstPassword({ words: all, token, username, old, onToken, onBack }: Props) {
  const words = all.first
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ password: '', repeat: '' })
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  useEffect(() => first.current?.focus(), [])

  function type(change: Partial<typeof typed>) {
    setTyped({ ...typed, ...change })
    setProblem(undefined)
  }

  function refuse(field: 'new' | 'repeat', text: string) {
    setProblem({ field, text })
    ;(field === 'new' ? first : second).current?.focus()
  }

  async function submit() {
    if (pending) return
    const issue = newPasswordIssue(typed.password, old)
    if (issue) return refuse('new', issueText(issue, words.issues))
    if (typed.password !== typed.repeat) return refuse('repeat', words.mismatch)
    setPending(true)
    const outcome = await postCall<{ token: string }>(
      '/api/user/change_password',
      { old_password: old, new_password: typed.password },
      token,
    )
    if (outcome.kind === 'done') return onToken(outcome.data.token)
    setPending(false)
    const found = 'issues' in outcome ? outcome.issues.find((one) => one.field === 'new_password') : undefined
    if (found) return refuse('new', issueText(found.issue, words.issues))
    setProblem({ field: 'form', text: failure(outcome, all) })
  }

  return (
    <form
      className="login-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1>{words.title}</h1>
      <p className="login-note">{words.body}</p>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        ref={first}
        id="new-password"
        label={words.new}
        autoComplete="new-password"
        show={all.show_password}
        hide={all.hide_password}
        value={typed.password}
        onChange={(event) => type({ password: event.target.value })}
        error={problem?.field === 'new' ? problem.text : undefined}
        describedBy="new-rules"
      />
      <PasswordField
        ref={second}
        id="repeat-password"
        label={words.repeat}
        autoComplete="new-password"
        show={all.show_password}
        hide={all.hide_password}
        value={typed.repeat}
        onChange={(event) => type({ repeat: event.target.value })}
        error={problem?.field === 'repeat' ? problem.text : undefined}
      />
      <PasswordRules id="new-rules" rules={words.rules} met={passwordChecks(typed.password, typed.repeat)} />
      <div role="alert" className="login-alert">
        {problem?.field === 'form' ? problem.text : ''}
      </div>
      <Button type="submit" variant="primary" aria-disabled={pending}>
        {pending ? words.submitting : words.submit}
      </Button>
      <div className="login-forgot">
        <button type="button" className="plain login-link" onClick={onBack}>
          {words.back}
        </button>
      </div>
    </form>
  )
}

function issueText(issue: string, words: LoginWords['first']['issues']): string {
  switch (issue) {
    case 'required':
    case 'too_short':
    case 'too_long':
    case 'password':
    case 'password_common':
    case 'password_context':
    case 'password_same':
      return words[issue]
    default:
      return words.other
  }
}

function failure(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>, words: LoginWords): string {
  switch (outcome.kind) {
    case 'unreachable':
    case 'timeout':
    case 'host_changed':
    case 'foreign':
      return onTheWay(outcome, words)
    case 'throttled':
      return words.throttled_soon
    default:
      return (outcome.kind === 'refused' && outcome.message) || words.first.issues.other
  }
}
