/** The one-time password lets nobody in but to choose a new one (DESIGN §8). */
import { passwordIssue } from '@parking/contract/core/rules.ts'
import { useEffect, useRef, useState } from 'react'
import { passwordChecks } from '../lib/password-checks.ts'
import { Button } from '../ui/button/button.tsx'
import { PasswordInput, PasswordRules } from '../ui/password/password-input.tsx'
import { ask, type Outcome } from './ask.ts'
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
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  useEffect(() => first.current?.focus(), [])

  function refuse(field: 'new' | 'repeat', text: string) {
    setProblem({ field, text })
    ;(field === 'new' ? first : second).current?.focus()
  }

  async function submit() {
    if (asking) return
    const issue =
      typed.password === ''
        ? 'required'
        : typed.password === old
          ? 'password_same'
          : passwordIssue(typed.password)
    if (issue) return refuse('new', issueText(issue, words.issues))
    if (typed.password !== typed.repeat) return refuse('repeat', words.mismatch)
    setAsking(true)
    const outcome = await ask<{ token: string }>(
      '/api/user/change_password',
      { old_password: old, new_password: typed.password },
      token,
    )
    if (outcome.kind === 'done') return onToken(outcome.data.token)
    setAsking(false)
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
      <div className="field">
        <label htmlFor="new-password">{words.new}</label>
        <PasswordInput
          ref={first}
          id="new-password"
          autoComplete="new-password"
          show={all.show_password}
          hide={all.hide_password}
          value={typed.password}
          onChange={(event) => {
            setTyped({ ...typed, password: event.target.value })
            setProblem(undefined)
          }}
          aria-invalid={problem?.field === 'new'}
          aria-describedby={problem?.field === 'new' ? 'new-error new-rules' : 'new-rules'}
        />
        {problem?.field === 'new' && (
          <p className="error" id="new-error">
            {problem.text}
          </p>
        )}
      </div>
      <div className="field">
        <label htmlFor="repeat-password">{words.repeat}</label>
        <PasswordInput
          ref={second}
          id="repeat-password"
          autoComplete="new-password"
          show={all.show_password}
          hide={all.hide_password}
          value={typed.repeat}
          onChange={(event) => {
            setTyped({ ...typed, repeat: event.target.value })
            setProblem(undefined)
          }}
          aria-invalid={problem?.field === 'repeat'}
          aria-describedby={problem?.field === 'repeat' ? 'repeat-error' : undefined}
        />
        {problem?.field === 'repeat' && (
          <p className="error" id="repeat-error">
            {problem.text}
          </p>
        )}
      </div>
      <PasswordRules id="new-rules" rules={words.rules} good={passwordChecks(typed.password, typed.repeat)} />
      <div role="alert" className="login-alert">
        {problem?.field === 'form' ? problem.text : ''}
      </div>
      <Button type="submit" variant="primary" aria-disabled={asking}>
        {asking ? words.submitting : words.submit}
      </Button>
      <div className="login-forgot">
        <button type="button" className="login-link" onClick={onBack}>
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
  if (outcome.kind === 'unreachable' || outcome.kind === 'timeout') return words[outcome.kind]
  if (outcome.kind === 'throttled') return words.throttled_soon
  return (outcome.kind === 'refused' && outcome.message) || words.first.issues.other
}
