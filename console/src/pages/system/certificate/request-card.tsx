/** Makes a certificate request for the device's own key, which never leaves the device. */
import { useId, useState } from 'react'
import { sentenceOf } from '#src/core/errors.ts'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Button } from '#src/ui/button/button.tsx'
import { copy } from '#src/ui/copy-text.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import styles from './certificate.module.css'

/** Names that every device has, which no authority signs. */
const local_names = new Set(['localhost', '127.0.0.1', '::1'])

export function RequestCard({ names }: { names: readonly string[] }) {
  const [words, errors] = [useWords('certificate'), useWords('errors')]
  const id = useId()
  const [wanted, setWanted] = useState(() => names.filter((name) => !local_names.has(name)).join(' '))
  const [organization, setOrganization] = useState('')
  const [request, setRequest] = useState('')
  const change = useChange('/api/system/request_certificate', {
    done: (answer) => setRequest(answer.request),
  })
  const issue = change.issues.find(({ field }) => field === 'names')
  const wrong = issue && sentenceOf(issue, errors)
  return (
    <Section title={words.request} hint={words.request_hint}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.running) void change.run({ names: wanted, organization })
        }}
      >
        <div className="field">
          <label htmlFor={`${id}names`}>{words.names}</label>
          <input
            id={`${id}names`}
            className="input"
            value={wanted}
            maxLength={2000}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={wrong !== undefined}
            aria-describedby={`${id}names-note`}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
          <p id={`${id}names-note`} className={wrong === undefined ? 'note' : 'error'}>
            {wrong ?? words.names_hint}
          </p>
        </div>
        <div className="field">
          <label htmlFor={`${id}organization`}>{words.organization}</label>
          <input
            id={`${id}organization`}
            className="input"
            value={organization}
            maxLength={64}
            autoComplete="organization"
            aria-describedby={`${id}organization-note`}
            onChange={(event) => setOrganization(event.currentTarget.value)}
          />
          <p id={`${id}organization-note`} className="note">
            {words.optional}
          </p>
        </div>
        <div className={`flex wrap gap-8 ${styles.acts}`}>
          <Button type="submit" aria-disabled={change.running}>
            {words.make_request}
          </Button>
        </div>
      </form>
      {request !== '' && (
        <div className={`field ${styles.made}`}>
          <label htmlFor={`${id}request`}>{words.made}</label>
          <textarea
            id={`${id}request`}
            className={`input text-13 mono leading-20 ${styles.pem}`}
            rows={8}
            readOnly
            value={request}
          />
          <div className={`flex wrap gap-8 ${styles.acts}`}>
            <Button
              onClick={() =>
                void copy(request).then((done) =>
                  done ? toast.success(words.copied) : toast.error(words.copy_failed),
                )
              }
            >
              {words.copy}
            </Button>
            <Button onClick={() => save(request)}>{words.download}</Button>
          </div>
        </div>
      )}
    </Section>
  )
}

function save(request: string): void {
  const address = URL.createObjectURL(new Blob([request], { type: 'application/pkcs10' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: 'parking-edge.csr' })
  link.click()
  URL.revokeObjectURL(address)
}
