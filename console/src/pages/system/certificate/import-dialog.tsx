/** Imports a certificate, pasted or from files. The device checks it before using it. */
import { useId, useRef, useState } from 'react'
import { sentenceOf } from '#src/core/errors.ts'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Button } from '#src/ui/button/button.tsx'
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx'
import { toast } from '#src/ui/toast.tsx'
import styles from './certificate.module.css'

const max_length = 40_000

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [words, errors] = [useWords('certificate'), useWords('errors')]
  const [{ certificate, key }, setTyped] = useState({ certificate: '', key: '' })
  const [missing, setMissing] = useState(false)
  const change = useChange('/api/system/import_certificate', {
    refresh: ['/api/system/get_certificate'],
    done() {
      toast.success(words.imported)
      onClose()
    },
  })
  const issueOf = (field: string) => {
    const issue = change.issues.find((one) => one.field === field)
    return issue && sentenceOf(issue, errors)
  }
  return (
    <FormDialog
      title={words.import}
      width="medium"
      dismissable={certificate === '' && key === ''}
      cancel={words.cancel}
      submit={words.import}
      running={change.running}
      onSubmit={() => {
        setMissing(certificate.trim() === '')
        if (certificate.trim() !== '') void change.run({ certificate, key })
      }}
      onClose={onClose}
    >
      <p className="ink-2">{words.import_says}</p>
      <PemField
        label={words.chain}
        hint={words.chain_hint}
        value={certificate}
        wrong={missing ? words.required : issueOf('certificate')}
        onChange={(text) => {
          setMissing(false)
          setTyped((typed) => ({ ...typed, certificate: text }))
        }}
      />
      <PemField
        label={words.key}
        hint={words.key_hint}
        value={key}
        wrong={issueOf('key')}
        onChange={(text) => setTyped((typed) => ({ ...typed, key: text }))}
      />
    </FormDialog>
  )
}

type PemProps = {
  label: string
  hint: string
  value: string
  wrong: string | undefined
  onChange: (text: string) => void
}

function PemField({ label, hint, value, wrong, onChange }: PemProps) {
  const words = useWords('certificate')
  const [id, input] = [useId(), useRef<HTMLInputElement>(null)]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={`input text-13 mono leading-20 ${styles.pem}`}
        rows={5}
        value={value}
        maxLength={max_length}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}note`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id={`${id}note`} className={wrong === undefined ? 'note' : 'error'}>
        {wrong ?? hint}
      </p>
      <div className={`flex wrap gap-8 ${styles.acts}`}>
        <Button
          className={styles.pick}
          aria-label={words.file_of(label)}
          onClick={() => input.current?.click()}
        >
          {words.pick}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={words.file_of(label)}
          accept=".pem,.crt,.cer,.key,.txt"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file && file.size <= max_length)
              void file.text().then((text) => onChange(text.replaceAll('\r\n', '\n')))
            else if (file) toast.error(words.file_large)
            currentTarget.value = ''
          }}
        />
      </div>
    </div>
  )
}
