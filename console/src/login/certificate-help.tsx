/** Help for the first visit: who signs in first, and the certificate's fingerprints to compare. */
import { useState } from 'react'
import { postCall } from './post-call.ts'
import type { LoginWords } from './login.tsx'

type Prints = { https: boolean; sha256: string; key_sha256: string }

export function CertificateHelp({ words }: { words: LoginWords }) {
  const [open, setOpen] = useState(false)
  const [prints, setPrints] = useState<Prints | 'failed'>()
  async function toggle() {
    setOpen(!open)
    if (open || (prints !== undefined && prints !== 'failed')) return
    const outcome = await postCall<Prints>('/api/system/certificate_fingerprint', {})
    setPrints(outcome.kind === 'done' ? outcome.data : 'failed')
  }
  return (
    <div className="login-forgot">
      <button type="button" className="plain login-link" aria-expanded={open} onClick={() => void toggle()}>
        {words.first_visit}
      </button>
      {open && <p>{words.first_account}</p>}
      {open && prints === 'failed' && <p role="alert">{words.unreachable}</p>}
      {open && prints !== undefined && prints !== 'failed' && (
        <>
          <p>{prints.https ? words.fingerprint_hint : words.fingerprint_plain}</p>
          {prints.https && (
            <dl className="login-prints">
              <dt>{words.fingerprint}</dt>
              <dd>{prints.sha256}</dd>
              <dt>{words.key_fingerprint}</dt>
              <dd>{prints.key_sha256}</dd>
            </dl>
          )}
        </>
      )}
    </div>
  )
}
