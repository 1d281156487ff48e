/**
 * Adds the user's own rule pack as JSON, typed or from a file. The device validates it and names the invalid
 * field.
 */
import { useId, useState } from 'react'
import { useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import type { Pack } from './page.tsx'
import styles from './evidence-rules.module.css'

const example = {
  pack: 'our-city',
  name: '本市',
  source: '',
  source_kind: 'own',
  second_hand: false,
  as_of: '2026-01-01',
  rules: [
    { kind: 'picture_count', min: 2, clause: '' },
    { kind: 'picture_bytes', max: 600_000, clause: '' },
    { kind: 'plate_legible', height: 14, contrast: 0.25, clause: '' },
    { kind: 'text_on_picture', facts: ['datetime', 'lot_no', 'plate'], clause: '' },
  ],
}

type Props = {
  begin: string
  own: readonly Pack[]
  reads: readonly ('/api/parking/get_evidence_rules' | '/api/parking/evidence_compliance')[]
}

export function OwnPack({ begin, own, reads }: Props) {
  const words = useWords('evidence_rules')
  const id = useId()
  const [typed, setTyped] = useState(begin)
  const [fault, setFault] = useState('')
  const change = useChange('/api/parking/update_evidence_rules', {
    refresh: reads,
    // A faulty pack is shown below its text.
    quiet: ({ issues }) => issues.length > 0,
  })

  async function save() {
    const pack = parsed(typed)
    if (!pack) return setFault(words.no_json)
    setFault('')
    // The device checks the pack: its schemas are not loaded here.
    const packs = [...own.filter((one) => one.pack !== pack.pack), pack]
    const answer = await change.run({ own: packs })
    if (!answer) return undefined
    setTyped('')
    toast.success(words.taken)
  }
  const [issue] = change.issues
  const shown = fault || (issue ? words.wrong(issue.field.replace(/^own\.\d+\./, '')) : '')
  return (
    <Section title={words.own} hint={words.own_hint}>
      <label className={`grid gap-4 ${styles.text}`}>
        {words.text}
        <textarea
          className="input"
          rows={8}
          spellCheck={false}
          value={typed}
          aria-invalid={shown !== '' || undefined}
          aria-describedby={shown === '' ? undefined : id}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      {shown !== '' && (
        <p id={id} role="alert" className="above-8 bad">
          {shown}
        </p>
      )}
      <p className="flex wrap gap-8 above-12">
        <label className="button">
          {words.upload}
          <input
            type="file"
            className="visually-hidden"
            accept="application/json,.json"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              if (file) void file.text().then(setTyped)
              currentTarget.value = ''
            }}
          />
        </label>
        <Button onClick={() => setTyped(JSON.stringify(example, null, 2))}>{words.example}</Button>
        <Button
          variant="primary"
          disabled={typed.trim() === ''}
          pending={change.running}
          onClick={() => void save()}
        >
          {words.take}
        </Button>
      </p>
    </Section>
  )
}

function parsed(text: string): Pack | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Pack) : undefined
  } catch {
    return undefined
  }
}
