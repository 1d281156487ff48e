/** The support bundle: built without secrets, listed file by file, then downloaded. */
import { useRef, useState, type MouseEvent } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { useStore } from '#src/lib/store.ts'
import { useChange } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import '#src/tables/table.css'
import { isUnknown, type AnswerAt } from '#src/core/api.ts'
import { ButtonAnchor } from '#src/ui/button/button-link.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { DownloadIcon } from '#src/ui/icons.tsx'
import styles from './diagnose.module.css'

type Bundle = AnswerAt<'/api/system/support_bundle'>
/** How long the download address is offered: slightly less than the ten minutes for which it is valid. */
const offered_ms = 9.5 * 60_000

export function SupportBundle() {
  const words = useWords('diagnose')
  const may = useStore(session).roles.includes('admin')
  const [bundle, setBundle] = useState<Bundle>()
  const made_ms = useRef(0)
  const { running, run, error } = useChange('/api/system/support_bundle', {
    quiet: true,
    done(answer) {
      made_ms.current = Date.now()
      setBundle(answer)
    },
  })

  function begin() {
    setBundle(undefined)
    void run({})
  }

  /** Discards an expired bundle, because its address would open an error page. */
  function checkExpiry(event: MouseEvent) {
    if (Date.now() - made_ms.current < offered_ms) return
    event.preventDefault()
    setBundle(undefined)
    toast.warning(words.expired)
  }

  return (
    <Section
      title={words.bundle}
      hint={words.bundle_hint}
      action={
        <WhyButton why={may ? undefined : words.bundle_role} busy={running} onPress={begin}>
          {running ? words.making : bundle ? words.make_again : words.make}
        </WhyButton>
      }
    >
      {error && !running && !bundle ? (
        <ErrorState title={isUnknown(error) ? error.message : words.bundle_failed} retry={begin}>
          {!isUnknown(error) && error.message}
        </ErrorState>
      ) : bundle ? (
        <Contents bundle={bundle} onDownload={checkExpiry} />
      ) : (
        <p className="note" role="status">
          {running ? words.making_says : words.bundle_not}
        </p>
      )}
    </Section>
  )
}

function Contents({
  bundle: { list, bytes, download, file_name },
  onDownload,
}: {
  bundle: Bundle
  onDownload: (event: MouseEvent) => void
}) {
  const words = useWords('diagnose')
  const notes: Partial<Record<string, string>> = words.files
  return (
    <div className="stack">
      <div className={`row wrap spread pad-12-16 round-6 ${styles.ready}`} role="status">
        <p>
          <strong>{words.ready(list.length, bytesText(bytes))}</strong> {words.ready_says}
        </p>
        <ButtonAnchor variant="primary" href={download} download={file_name} onClick={onDownload}>
          <DownloadIcon />
          {words.download}
        </ButtonAnchor>
      </div>
      <div className={`table-box bordered round-6 ${styles.box}`}>
        <table className="table" data-cards="">
          <thead>
            <tr>
              <th scope="col">{words.file}</th>
              <th scope="col">{words.content}</th>
              <th scope="col" data-number="">
                {words.bytes}
              </th>
              <th scope="col" data-number="">
                {words.redacted}
              </th>
            </tr>
          </thead>
          <tbody>
            {list.map(({ name, bytes: size, redacted }) => (
              <tr key={name}>
                <td data-label={words.file}>
                  <code className="text-13 mono">{name}</code>
                </td>
                <td data-label={words.content} data-wide="">
                  {notes[name.replace(/\..*/, '')] ?? ''}
                </td>
                <td data-label={words.bytes} data-number="">
                  {bytesText(size)}
                </td>
                <td data-label={words.redacted} data-number="">
                  {words.redacted_n(redacted)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="note">{words.bundle_not}</p>
    </div>
  )
}
