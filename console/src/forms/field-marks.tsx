/** Marks next to a field's label: unsaved, or different from the factory value, with a reset. */
import { RefreshIcon } from '../ui/icons.tsx'
import { useWords } from '../core/words.ts'
import styles from './field-marks.module.css'
import { useForm, useModelAfterPaint } from './form-context.ts'
import { useFieldText } from './field-text.ts'
import { rawOf } from './values.ts'

/** `was`: shows the saved value instead of only a dot for an unsaved field. */
export function FieldMarks({ name, label, was = false }: { name: string; label: string; was?: boolean }) {
  const { model, factory, locked, fill } = useForm()
  const words = useWords('forms')
  const fieldText = useFieldText()
  const raw = useModelAfterPaint(() => model.raw(name))
  const unsaved = useModelAfterPaint(() => model.raw(name) !== model.rawBegan(name))
  const kind = model.kindOf(name)
  const first =
    factory?.[name] === undefined || kind.kind === 'secret' ? undefined : rawOf(kind, factory[name])
  const changed = first !== undefined && first !== raw
  return (
    <span className={`inline-row slim gap-6 push ${styles.marks}`}>
      {unsaved && was && (
        <span className={`text-12 medium leading-20 ${styles.before}`}>
          {words.was(fieldText(kind, model.rawBegan(name)))}
        </span>
      )}
      {unsaved && !was && (
        <span className={styles.unsaved} title={words.unsaved_field}>
          <span className="visually-hidden">{words.unsaved_field}</span>
        </span>
      )}
      {changed && locked === undefined && (
        <button
          type="button"
          className={`plain inline-row slim gap-4 text-12 anywhere round-4 on-info leading-20 ${styles.back}`}
          aria-label={words.factory_back(label, fieldText(kind, first))}
          data-tip={words.factory_tip}
          onClick={() => fill({ [name]: first })}
        >
          <RefreshIcon />
          {words.factory(fieldText(kind, first))}
        </button>
      )}
      {changed && locked !== undefined && (
        <span className={styles.was}>{words.factory(fieldText(kind, first))}</span>
      )}
    </span>
  )
}
