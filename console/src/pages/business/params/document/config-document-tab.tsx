/** The configuration as a document: exports it to a file, and imports one after a preview. */
import { code } from '@parking/contract/core/codes.ts'
import {
  document_sections,
  passphrase_length,
  passphraseIssue,
  read_only_sections,
} from '@parking/contract/config-document/config-document-rules.ts'
import { useId, useState } from 'react'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { useWords } from '#src/core/words.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { sentenceOf } from '#src/core/errors.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { useChange } from '#src/core/queries.ts'
import { DownloadIcon, CheckIcon } from '#src/ui/icons.tsx'
import { PasswordInput, PasswordRules } from '#src/ui/password/password-input.tsx'
import { Section } from '#src/ui/section.tsx'
import { ImportCard } from './config-document-import.tsx'
import shared from './config-document.module.css'
import styles from './config-document-export.module.css'

export function DocumentTab() {
  const words = useWords('config_document')
  const locked = useStore(session).roles.includes('admin') ? undefined : words.admins_only
  return (
    <>
      <ExportCard locked={locked} />
      <ImportCard locked={locked} />
    </>
  )
}

type SecretHandling = 'left_out' | 'wrapped'
const handlings: readonly SecretHandling[] = ['left_out', 'wrapped']

/** Exports the configuration to a file: shows what the file contains and asks how to treat secrets. */
function ExportCard({ locked }: { locked: string | undefined }) {
  const [all, errors] = [useWords('config_document'), useWords('errors')]
  const words = all.export
  const [handling, setHandling] = useState<SecretHandling>('left_out')
  const [typed, setTyped] = useState({ passphrase: '', repeat: '' })
  const [done, setDone] = useState<AnswerAt<'/api/parking/export_document'>>()
  const id = useId()
  const { run, running, error, issues } = useChange('/api/parking/export_document', {
    quiet: true,
    done(answer) {
      save(answer)
      setDone(answer)
      setTyped({ passphrase: '', repeat: '' })
    },
  })
  const met = {
    length: lengthIsGood(typed.passphrase),
    different: passphraseIssue(typed.passphrase) === undefined,
    repeat: typed.passphrase !== '' && typed.passphrase === typed.repeat,
  }
  const ready = handling === 'left_out' || Object.values(met).every(Boolean)
  const refusal = issues.find(({ field }) => field === 'passphrase')

  function choose(wanted: SecretHandling) {
    setHandling(wanted)
    setDone(undefined)
  }
  const type = (field: keyof typeof typed) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setTyped((before) => ({ ...before, [field]: value }))
    setDone(undefined)
  }

  return (
    <Section title={words.title} hint={words.hint}>
      <form
        className="grid gap-20"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (locked === undefined && ready && !running)
            void run({ secrets: handling, passphrase: handling === 'wrapped' ? typed.passphrase : '' })
        }}
      >
        <dl className={`grid text-14 leading-16 ${styles.contents}`}>
          <div>
            <dt>{words.inside}</dt>
            <dd className="ink-2">
              {document_sections
                .filter((section) => !read_only_sections.includes(section))
                .map((section) => all.sections[section])
                .join(all.and)}
            </dd>
          </div>
          <div>
            <dt>{words.outside}</dt>
            <dd className="ink-2">{words.not_inside}</dd>
          </div>
        </dl>
        <fieldset className={`grid gap-12 flush ${styles.ways}`}>
          <legend>{words.secrets}</legend>
          {handlings.map((one) => (
            <label key={one} className="ringed grid start round-8 pointer">
              <input
                type="radio"
                className="choice-mark"
                name={`${id}-handling`}
                value={one}
                checked={handling === one}
                onChange={() => choose(one)}
              />
              <strong className="text-14 ink bold">{words[one]}</strong>
              <span>{words[`${one}_says`]}</span>
            </label>
          ))}
        </fieldset>
        {handling === 'wrapped' && (
          <div className={styles.passphrase}>
            <div className="field">
              <label htmlFor={`${id}-passphrase`}>{words.passphrase}</label>
              <PasswordInput
                id={`${id}-passphrase`}
                autoComplete="new-password"
                show={words.show}
                hide={words.hide}
                value={typed.passphrase}
                onChange={type('passphrase')}
                aria-invalid={refusal !== undefined}
                aria-describedby={`${id}-rules`}
              />
              {refusal && (
                <p className="error" role="alert">
                  {sentenceOf(refusal, errors)}
                </p>
              )}
            </div>
            <div className="field">
              <label htmlFor={`${id}-repeat`}>{words.repeat}</label>
              <PasswordInput
                id={`${id}-repeat`}
                autoComplete="new-password"
                show={words.show}
                hide={words.hide}
                value={typed.repeat}
                onChange={type('repeat')}
                aria-describedby={`${id}-rules`}
              />
            </div>
            <PasswordRules id={`${id}-rules`} rules={words.rules} met={met} />
            <p className="note">{words.forgotten}</p>
          </div>
        )}
        <div className={`row wrap ${styles.act}`}>
          <WhyButton
            variant="primary"
            why={locked ?? (ready ? undefined : words.why)}
            busy={running}
            onPress={() =>
              void run({ secrets: handling, passphrase: handling === 'wrapped' ? typed.passphrase : '' })
            }
          >
            <DownloadIcon />
            {running ? words.running : words.go}
          </WhyButton>
          <p className={`grid start gap-6 text-13 ok anywhere icons-16 ${styles.outcome}`} role="status">
            {done && (
              <>
                <CheckIcon />
                <span>
                  {words.done(done.file_name, bytesText(done.bytes))}
                  {done.secrets > 0 && <> {words.done_secrets(done.secrets)}</>}
                </span>
              </>
            )}
          </p>
        </div>
        {error && !running && !refusal && (
          <p className={`pad-10-12 flush text-14 bad anywhere round-6 on-bad ${shared.failure}`} role="alert">
            {words.failed}：{error.code === code.not_found ? all.unsupported : error.message}
          </p>
        )}
      </form>
    </Section>
  )
}

const lengthIsGood = (text: string): boolean => {
  const { length } = [...text.normalize('NFKC')]
  return length >= passphrase_length.min && length <= passphrase_length.max
}

/** Saves the content of the answer as a file; only the browser can do that. */
function save({ file_name, content }: AnswerAt<'/api/parking/export_document'>): void {
  const address = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = file_name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
