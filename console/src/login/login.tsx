/**
 * The sign-in page (spec §2). It is rendered to HTML at build time, so that it paints before any script
 * loads.
 */
import { languages, type Language } from '@parking/contract/core/language.ts'
import { useState } from 'react'
import type { RestartCause } from '../stores/restart-phase.ts'
import type { SessionEndReason } from '../stores/session-end-reason.ts'
import type { Areas } from '../locales/areas.ts'
import { FirstPassword } from './first-password.tsx'
import { KerbPicture } from './kerb-picture.tsx'
import { SignInForm } from './sign-in-form.tsx'

export type LoginWords = Areas['login']
/** Why the login is shown, if the user did not navigate to it. */
export type LoginReason = SessionEndReason | RestartCause

type Props = {
  language: Language
  words: LoginWords
  /** Why the last session ended, if one did. */
  ended: LoginReason | undefined
  /** The user followed the link that confirms a network change, but has to sign in first. */
  on_trial: boolean
  onLanguage: (language: Language) => void
  /** Called after sign-in: stores the token and opens the console. */
  onToken: (token: string) => void
}

type Step =
  | { kind: 'sign_in' }
  | { kind: 'first_password'; token: string; username: string; password: string }

const names: Record<Language, string> = { zh: '简体', tw: '繁體' }

export function Login({ language, words, ended, on_trial, onLanguage, onToken }: Props) {
  const [step, setStep] = useState<Step>({ kind: 'sign_in' })
  const [announced, setAnnounced] = useState(false)
  return (
    <main className="login">
      <div className="login-card">
        <section className="login-scene" aria-hidden="true">
          <KerbPicture />
          <p className="login-product">{words.product}</p>
          <p className="login-tagline">{words.tagline}</p>
        </section>
        <section className="login-side">
          <div className="login-top">
            <LoginMark />
            <div className="login-languages" role="group" aria-label={words.language}>
              {languages.map((one) => (
                <button
                  key={one}
                  type="button"
                  lang={one === 'zh' ? 'zh-CN' : 'zh-TW'}
                  aria-pressed={one === language}
                  onClick={() => {
                    if (one === language) return
                    setAnnounced(true)
                    onLanguage(one)
                  }}
                >
                  {names[one]}
                </button>
              ))}
            </div>
          </div>
          {step.kind === 'sign_in' ? (
            <SignInForm
              language={language}
              words={words}
              ended={ended}
              on_trial={on_trial}
              onToken={onToken}
              onFirst={(token, username, password) =>
                setStep({ kind: 'first_password', token, username, password })
              }
            />
          ) : (
            <FirstPassword
              words={words}
              token={step.token}
              username={step.username}
              old={step.password}
              onToken={onToken}
              onBack={() => setStep({ kind: 'sign_in' })}
            />
          )}
          <p className="login-said" role="status">
            {announced ? words.switched : ''}
          </p>
        </section>
      </div>
    </main>
  )
}

function LoginMark() {
  return (
    <span className="login-mark">
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="7" />
        <path d="M11 23V8.5h6.2a4.6 4.6 0 0 1 0 9.2H11" />
        <path className="login-mark-kerb" d="M6.5 27.5h19" />
      </svg>
      WEB Admin
    </span>
  )
}
