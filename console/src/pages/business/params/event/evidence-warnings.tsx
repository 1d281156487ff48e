/** Warnings about the pictures, each with a link to its field. */
import { useForm } from '#src/forms/form-context.ts'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './evidence.module.css'
import type { EvidencePreview } from './use-evidence-preview.ts'

export function Warnings({ drawn }: { drawn: EvidencePreview }) {
  const words = useWords('evidence')
  const { id } = useForm()
  const goto = (field: string) => {
    const control = document.getElementById(`${id}-${field}`)
    control?.scrollIntoView({ block: 'center' })
    control?.focus({ preventScroll: true })
  }
  if (drawn.warnings.length === 0)
    return (
      <p className={styles.fine}>
        <CheckIcon />
        {words.preview.fine}
      </p>
    )
  return (
    <div className={styles.warnings}>
      <h3>{words.preview.found(drawn.warnings.length)}</h3>
      <ul>
        {drawn.warnings.map(({ kind, field, lot_nos, detail }) => (
          <li key={`${kind} ${field} ${detail}`}>
            <button type="button" onClick={() => goto(field)} title={words.preview.goto(words.fields[field])}>
              <WarnIcon />
              <span>
                <b>{words.fields[field]}</b>
                {words.warnings[kind](lot_nos.join('、'), detailOf(kind, detail, words))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Kind = EvidencePreview['warnings'][number]['kind']
type Worded = {
  coarse_detail: (kind: string, quality: string) => string
  shrunk_detail: (kind: string, size: string) => string
  preview: { kinds: Readonly<Record<'image' | 'car' | 'plate', string>> }
}

/** The device reports picture and figure, for example `image 1273×716`. */
function detailOf(kind: Kind, detail: string, words: Worded): string {
  const [picture = '', figure = ''] = detail.split(' ')
  const name =
    picture === 'image' || picture === 'car' || picture === 'plate' ? words.preview.kinds[picture] : picture
  return kind === 'coarse'
    ? words.coarse_detail(name, figure)
    : kind === 'shrunk'
      ? words.shrunk_detail(name, figure)
      : detail
}
