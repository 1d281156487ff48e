/**
 * Exports the configuration to a file, or the part of it that new devices share: shows what the file contains
 * and asks how to treat secrets. Long because one form asks for all of it.
 */
import { code } from '@parking/contract/core/codes.ts'
import {
  checkCode,
  document_sections,
  passphrase_length,
  passphraseIssue,
  read_only_sections,
} from '@parking/contract/config-document/config-document-rules.ts'
import { useId, useState } from 'react'
import { useWords } from '#src/core/words.ts'
import { failureText, type AnswerAt } from '#src/core/api.ts'
import { sentenceOf } from '#src/core/errors.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { useChange } from '#src/core/queries.ts'
import { DownloadIcon, CheckIcon } from '#src/ui/icons.tsx'
import { PasswordInput, PasswordRules } from '#src/ui/password/password-input.tsx'
import { Section } from '#src/ui/section.tsx'
import { CommissioningChoice, useCommissioning } from './commissioning-choice.tsx'
import shared from './config-document.module.css'
import styles from './config-document-export.module.css'

const handlings = ['left_out', 'wrapped'] as const
const purposes = ['whole', 'commissioning'] as const
type SecretHandling = (typeof handlings)[number]
type Purpose = (typeof purposes)[number]

export function ExportCard({ locked }: { locked: string | undefined }) {
  const [all, errors] = [useWords('config_document'), useWords('errors')]
  const words = all.export
  const [handling, setHandling] = useState<SecretHandling>('left_out')
  const [typed, setTyped] = useState({ passphrase: '', repeat: '' })
  const [purpose, setPurpose] = useState<Purpose>('whole')
  const [done, setDone] = useState<AnswerAt<'/api/parking/export_document'>>()
  const commissioning = useCommissioning(() => setDone(undefined))
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
  const passphrase_met = handling === 'left_out' || Object.values(met).every(Boolean)
  const lacking = purpose === 'commissioning' ? commissioning.why : undefined
  const why = locked ?? lacking ?? (passphrase_met ? undefined : words.why)
  const refusal = issues.find(({ field }) => field === 'passphrase')

  const write = () =>
    void run({
      secrets: handling,
      passphrase: handling === 'wrapped' ? typed.passphrase : '',
      ...(purpose === 'commissioning' && { commissioning: commissioning.body }),
    })
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
          if (why === undefined && !running) write()
        }}
      >
        <Choice
          legend={words.purpose}
          options={purposes}
          value={purpose}
          words={words.purposes}
          onChange={(wanted) => (setPurpose(wanted), setDone(undefined))}
        />
        {purpose === 'whole' ? (
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
        ) : (
          <CommissioningChoice state={commissioning} />
        )}
        <Choice
          legend={words.secrets}
          options={handlings}
          value={handling}
          words={words.handlings}
          onChange={(wanted) => (setHandling(wanted), setDone(undefined))}
        />
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
          <WhyButton variant="primary" why={why} busy={running} onPress={write}>
            <DownloadIcon />
            {running ? words.running : words.go}
          </WhyButton>
          <p className={`grid start gap-6 text-13 ok anywhere icons-16 ${styles.outcome}`} role="status">
            {done && (
              <>
                <CheckIcon />
                <span>
                  {words.done(done.file_name, bytesText(done.bytes))}
                  {done.secrets > 0 && <> {words.done_secrets(done.secrets)}</>} {words.done_code}{' '}
                  <code className="nowrap mono">{checkCode(done.checksum)}</code>
                </span>
              </>
            )}
          </p>
        </div>
        {error && !running && !refusal && (
          <p className={`pad-10-12 flush text-14 bad anywhere round-6 on-bad ${shared.failure}`} role="alert">
            {error.code === code.not_found
              ? `${words.failed}：${all.unsupported}`
              : failureText(words.failed, error)}
          </p>
        )}
      </form>
    </Section>
  )
}

/** Radio buttons as cards, each with what it means. */
function Choice<Option extends string>({
  legend,
  options,
  value,
  words,
  onChange,
}: {
  legend: string
  options: readonly Option[]
  value: Option
  words: Readonly<Record<Option, { name: string; says: string }>>
  onChange: (option: Option) => void
}) {
  const name = useId()
  return (
    <fieldset className={`grid gap-12 flush ${styles.ways}`}>
      <legend>{legend}</legend>
      {options.map((one) => (
        <label key={one} className="ringed grid start round-8 pointer">
          <input
            type="radio"
            className="choice-mark"
            name={name}
            value={one}
            checked={value === one}
            onChange={() => onChange(one)}
          />
          <strong className="text-14 ink bold">{words[one].name}</strong>
          <span>{words[one].says}</span>
        </label>
      ))}
    </fieldset>
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
