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
  /** Whether Enter was pressed before the page could act on it; true once. */
  takeEnter: () => boolean
  onLanguage: (language: Language) => void
  /** Called after sign-in: stores the token and opens the console. */
  onToken: (token: string) => void
}

type Step =
  | { kind: 'sign_in' }
  | { kind: 'first_password'; token: string; username: string; password: string }

const names: Record<Language, string> = { zh: '简体', tw: '繁體' }

export function Login({ language, words, ended, on_trial, takeEnter, onLanguage, onToken }: Props) {
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
                  className="plain"
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
              takeEnter={takeEnter}
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

/** The picture of the sign-in page: a kerb seen from a camera mast. Inline SVG of 2 kB, without a request. */
function KerbPicture() {
  return (
    <svg
      className="login-kerb"
      viewBox="0 0 360 320"
      aria-hidden="true"
      focusable="false"
      preserveAspectRatio="xMidYMin slice"
    >
      <defs>
        <linearGradient id="beam" x1="0" y1="0" x2="0.35" y2="1">
          <stop offset="0" stopColor="#1890ff" stopOpacity="0.5" />
          <stop offset="1" stopColor="#1890ff" stopOpacity="0.04" />
        </linearGradient>
        <g id="car">
          <rect x="-23" y="-46" width="46" height="92" rx="14" />
          <path
            d="M-17-20c10-5 24-5 34 0l-3 13h-28zM-15 22h30l2 11c-11 4-23 4-34 0z"
            fill="#0b1b2b"
            fillOpacity="0.55"
          />
          <path
            d="M-19-8v26M19-8v26"
            stroke="#0b1b2b"
            strokeOpacity="0.35"
            strokeWidth="3"
            strokeLinecap="round"
          />
        </g>
      </defs>
      <path d="M0 0h360v320H0z" fill="#0b1b2b" />
      <path d="M0 66h360v10H0z" fill="#31495f" />
      <path d="M0 76h360v122H0z" fill="#13283d" />
      <path d="M0 198h360v122H0z" fill="#0f2234" />
      <path d="M0 66h360" stroke="#4a657e" strokeWidth="2" strokeDasharray="34 4" />
      <path
        d="M20 82v112M100 82v112M180 82v112M260 82v112M340 82v112"
        stroke="#dfe8f1"
        strokeOpacity="0.75"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M0 258h360" stroke="#dfe8f1" strokeOpacity="0.35" strokeWidth="3" strokeDasharray="26 20" />
      <use href="#car" x="60" y="137" fill="#8fa5ba" />
      <use href="#car" x="220" y="139" fill="#e6edf4" />
      <use href="#car" x="300" y="136" fill="#47759d" />
      <path d="M146 22L186 84h68v106h-68z" fill="url(#beam)" />
      <g fill="none" stroke="#1890ff" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M186 100V84h16M238 84h16v16M254 174v16h-16M202 190h-16v-16" />
      </g>
      <g>
        <rect x="194" y="196" width="52" height="17" rx="4" fill="#096dd9" />
        <path
          d="M201 204.5h7M212 204.5h4M220 204.5h9M233 204.5h6"
          stroke="#fff"
          strokeWidth="3.5"
          strokeLinecap="round"
        />
      </g>
      <path d="M140 66V20" stroke="#6d8499" strokeWidth="4" strokeLinecap="round" />
      <g>
        <rect x="127" y="8" width="30" height="17" rx="5" fill="#dfe8f1" />
        <circle cx="150" cy="17" r="4.5" fill="#0b1b2b" />
        <circle cx="151" cy="16" r="1.5" fill="#1890ff" />
      </g>
      <g className="login-kerb-passing" transform="rotate(90 120 289)">
        <use href="#car" x="120" y="289" fill="#26445f" />
      </g>
    </svg>
  )
}
