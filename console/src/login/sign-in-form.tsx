/**
 * User name and password: required fields, trimmed name, caps-lock hint, and a message for every failure.
 * Long because every failure has its message here.
 */
import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import type { Language } from '@parking/contract/core/language.ts'
import { Button } from '../ui/button/button.tsx'
import { PasswordField } from '../ui/password/password-field.tsx'
import { CertificateHelp } from './certificate-help.tsx'
import { onTheWay } from './on-the-way.ts'
import { postCall, type Outcome } from './post-call.ts'
import type { LoginReason, LoginWords } from './login.tsx'

type Props = {
  language: Language
  words: LoginWords
  ended: LoginReason | undefined
  on_trial: boolean
  takeEnter: () => boolean
  onToken: (token: string) => void
  onFirst: (token: string, username: string, password: string) => void
}
type Answer = { token: string; must_change_password?: boolean }
type State =
  | { kind: 'idle' }
  | { kind: 'pending' }
  | { kind: 'failed'; outcome: Exclude<Outcome<Answer>, { kind: 'done' }> }

const neverChanges = () => () => undefined

export function SignInForm({ language, words, ended, on_trial, takeEnter, onToken, onFirst }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const secret = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [second, setSecond] = useState(false)
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [missing, setMissing] = useState({ username: false, password: false })
  const [caps, setCaps] = useState(false)
  const [wait, startWait] = useCountdown()
  // In the prerendered HTML the button is disabled: pressing Enter before the script has loaded would submit
  // the form natively, with the password in the address.
  const hydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

  useEffect(() => {
    if (takeEnter()) form.current?.requestSubmit()
    else (name.current?.value ? secret.current : name.current)?.focus()
  }, [takeEnter])

  async function submit() {
    const username = name.current?.value.trim() ?? ''
    const password = secret.current?.value ?? ''
    const lacks = { username: username === '', password: password === '' }
    setMissing(lacks)
    if (lacks.username || lacks.password) return (lacks.username ? name : secret).current?.focus()
    if (state.kind === 'pending' || wait > 0) return
    setState({ kind: 'pending' })
    const typed = code.current?.value.trim() ?? ''
    const outcome = await postCall<Answer>('/api/user/login', {
      username,
      password,
      ...(typed === '' ? {} : { code: typed }),
    })
    if (outcome.kind === 'done') {
      sessionStorage.setItem('last-user', username)
      return outcome.data.must_change_password
        ? onFirst(outcome.data.token, username, password)
        : onToken(outcome.data.token)
    }
    if (outcome.kind === 'throttled' && outcome.seconds) startWait(outcome.seconds)
    setState({ kind: 'failed', outcome })
    if (outcome.kind === 'wrong') secret.current?.select()
    if (outcome.kind === 'code_wrong') code.current?.select()
    if (outcome.kind === 'code_needed') setSecond(true)
  }

  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  const message = state.kind === 'failed' ? sentence(state.outcome, words, wait) : undefined

  return (
    <form
      ref={form}
      className="login-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h1>{words.title}</h1>
      {on_trial && !message && <p className="login-note">{words.on_trial}</p>}
      {ended && !on_trial && !message && <p className="login-note">{words.reasons[ended]}</p>}
      <div className="field">
        <label htmlFor="username">{words.username}</label>
        <input
          ref={name}
          id="username"
          name="username"
          className="input"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={64}
          aria-invalid={missing.username}
          aria-describedby={missing.username ? 'username-error' : undefined}
          onInput={() => setMissing((now) => (now.username ? { ...now, username: false } : now))}
        />
        {missing.username && (
          <p className="error" id="username-error">
            {words.username_required}
          </p>
        )}
      </div>
      <PasswordField
        ref={secret}
        id="password"
        name="password"
        label={words.password}
        autoComplete="current-password"
        maxLength={128}
        show={words.show_password}
        hide={words.hide_password}
        error={missing.password ? words.password_required : undefined}
        describedBy={caps ? 'caps-hint' : undefined}
        onInput={() => setMissing((now) => (now.password ? { ...now, password: false } : now))}
        onKeyUp={watchCaps}
        onKeyDown={watchCaps}
        onBlur={() => setCaps(false)}
      >
        <p className="login-caps" id="caps-hint" role="status">
          {caps ? words.caps_lock : ''}
        </p>
      </PasswordField>
      {second && (
        <div className="field">
          <label htmlFor="code">{words.code}</label>
          <input
            ref={code}
            id="code"
            name="code"
            className="input"
            inputMode="text"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            aria-describedby="code-hint"
            // The user was asked for this code a moment ago.
            autoFocus
          />
          <p className="note" id="code-hint">
            {words.code_hint}
          </p>
        </div>
      )}
      <div role="alert" className="login-alert">
        {message}
      </div>
      <Button
        type="submit"
        variant="primary"
        disabled={!hydrated}
        aria-disabled={state.kind === 'pending' || wait > 0}
      >
        {state.kind === 'pending' ? words.submitting : words.submit}
      </Button>
      <ForgottenPassword words={words} language={language} />
      <CertificateHelp words={words} />
    </form>
  )
}

function sentence(
  outcome: Exclude<Outcome<Answer>, { kind: 'done' }>,
  words: LoginWords,
  wait: number,
): string {
  switch (outcome.kind) {
    case 'wrong':
      return words.wrong
    case 'code_needed':
      return ''
    case 'code_wrong':
      return words.code_wrong
    case 'throttled':
      return wait > 0 ? words.throttled(wait) : outcome.seconds ? words.throttled_over : words.throttled_soon
    case 'unreachable':
    case 'timeout':
    case 'unknown':
    case 'host_changed':
    case 'foreign':
      return onTheWay(outcome, words)
    case 'refused':
      return outcome.issues.length > 0 ? words.wrong : outcome.message || words.failed
  }
}

/** A countdown in whole seconds. */
function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) setUntil(0)
    }, 500)
    return () => clearInterval(timer)
  }, [until])
  const left = until === 0 ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
  const start = (seconds: number) => {
    setNow(Date.now())
    setUntil(Date.now() + seconds * 1000)
  }
  return [left, start]
}

/** What to do about a lost password, with a link to its page of the manual, which needs no session. */
function ForgottenPassword({ words, language }: { words: LoginWords; language: Language }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="login-forgot">
      <button type="button" className="plain login-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {words.forgot}
      </button>
      {open && (
        <p>
          {words.forgot_hint}{' '}
          <a
            className="plain login-link"
            href={`/help/${language}/password.html`}
            target="_blank"
            rel="noopener"
          >
            {words.forgot_manual}
          </a>
        </p>
      )}
    </div>
  )
}
