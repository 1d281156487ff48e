/** What to do about a lost password, with a link to its page of the manual, which needs no session. */
import { useState } from 'react'
import type { Language } from '@parking/contract/core/language.ts'
import type { LoginWords } from './login.tsx'

export function ForgottenPassword({ words, language }: { words: LoginWords; language: Language }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="login-forgot">
      <button type="button" className="login-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {words.forgot}
      </button>
      {open && (
        <p>
          {words.forgot_hint}{' '}
          <a className="login-link" href={`/help/${language}/password.html`} target="_blank" rel="noopener">
            {words.forgot_manual}
          </a>
        </p>
      )}
    </div>
  )
}
