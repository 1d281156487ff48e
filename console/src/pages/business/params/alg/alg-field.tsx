/** One field of the algorithm: the control with its range, its meaning, and the effect of more or less. */
import type { ReactNode } from 'react'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { useFieldText } from '#src/forms/field-text.ts'
import { useUnit } from '#src/forms/unit.ts'
import { rawOf, valueOf } from '#src/forms/values.ts'
import type { Areas } from '#src/locales/areas.ts'
import { useWords } from '#src/core/words.ts'
import styles from './alg.module.css'
import { SafeBar } from './safe-bar.tsx'

type Name = keyof Areas['alg']['fields']

export type AlgFieldProps = {
  name: Name
  /** Values that work on ordinary streets, both ends included. */
  safe?: readonly [least: number, most: number]
  /** The effect of the selected option. */
  chosen?: ReactNode
}

export function AlgField({ name, safe, chosen }: AlgFieldProps) {
  const words = useWords('alg')
  const text: Text = words.fields[name]
  const { model, factory } = useForm()
  const kind = model.kindOf(name)
  const first = useFieldText()(kind, rawOf(kind, factory?.[name]))
  return (
    <div className={styles.row}>
      <div className={styles.control}>
        <Field
          name={name}
          label={text.label}
          hint={safe ? <Range name={name} safe={safe} /> : (chosen ?? <>&nbsp;</>)}
        />
        {safe && <SafeBar name={name} safe={safe} />}
      </div>
      <div className={styles.about}>
        <p className={styles.means}>{text.means}</p>
        {text.more && (
          <p className={styles.effect}>
            <b data-way="more">{words.more}</b>
            {text.more}
          </p>
        )}
        {text.less && (
          <p className={styles.effect}>
            <b data-way="less">{words.less}</b>
            {text.less}
          </p>
        )}
        <p className={styles.factory}>{words.factory(first)}</p>
      </div>
    </div>
  )
}

type Text = { label: string; means: string; more?: string; less?: string }

/** The range of the field, with a note where the value is allowed but unusual. */
function Range({ name, safe: [least, most] }: { name: Name; safe: readonly [number, number] }) {
  const words = useWords('alg')
  const { model } = useForm()
  const kind = model.kindOf(name)
  const value = valueOf(kind, useFieldValue(name))
  const unit = useUnit()(kind)
  const outside = typeof value === 'number' && (value < least || value > most)
  if (outside) return <span className={styles.unusual}>{words.unusual(`${least} – ${most}`, unit)}</span>
  const [from, to] = 'least' in kind ? [kind.least ?? 0, kind.most ?? 0] : [0, 0]
  return words.range(`${least} – ${most}`, `${from} – ${to}`, unit)
}
