/**
 * A password field that can be shown, and the checklist for a new password. Plain
 * classes instead of a CSS module, because the sign-in page is rendered at build time.
 */
import { useState, type ComponentProps } from 'react'
import { CheckIcon, EyeIcon, EyeOffIcon } from '../password-icons.tsx'
import './password-input.css'

type Props = Omit<ComponentProps<'input'>, 'type'> & { show: string; hide: string }

export function PasswordInput({ show, hide, ref, ...input }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <div className="pw">
      <input
        {...input}
        ref={ref}
        className="input"
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
      />
      <button
        type="button"
        className="plain"
        aria-label={shown ? hide : show}
        aria-pressed={shown}
        onClick={(event) => {
          setShown(!shown)
          const field = event.currentTarget.parentElement?.querySelector('input')
          requestAnimationFrame(() => field?.focus())
        }}
      >
        {shown ? <EyeOffIcon /> : <EyeIcon />}
      </button>
    </div>
  )
}

/** A tick for each rule. `rules` has the sentence for each part, `met` whether the part holds. */
export function PasswordRules<Part extends string>({
  id,
  rules,
  met,
}: {
  id: string
  rules: Record<Part, string>
  met: Record<Part, boolean>
}) {
  return (
    <ul id={id} className="pw-rules">
      {(Object.keys(rules) as Part[]).map((part) => (
        <li key={part} data-met={met[part]}>
          {met[part] ? (
            <CheckIcon />
          ) : (
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <circle cx="10" cy="10" r="3" fill="currentColor" />
            </svg>
          )}
          {rules[part]}
        </li>
      ))}
    </ul>
  )
}
