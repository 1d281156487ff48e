/**
 * Shows a value relative to its safe range, which fills the middle half of the bar. The text beside it says
 * the same.
 */
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { valueOf } from '#src/forms/values.ts'
import styles from './alg.module.css'

export function SafeBar({ name, safe }: { name: string; safe: readonly [least: number, most: number] }) {
  const { model, factory } = useForm()
  const kind = model.kindOf(name)
  const value = valueOf(kind, useFieldValue(name))
  const first = factory?.[name]
  const place = placeOf(safe, 'least' in kind ? (kind.least ?? 0) : 0, 'most' in kind ? (kind.most ?? 1) : 1)
  return (
    <div className={styles.bar} aria-hidden="true">
      {typeof first === 'number' && (
        <i className={styles.tick} style={{ insetInlineStart: `${place(first)}%` }} />
      )}
      {typeof value === 'number' && (
        <i
          className={styles.dot}
          style={{ insetInlineStart: `${place(value)}%` }}
          data-outside={value < safe[0] || value > safe[1] ? '' : undefined}
        />
      )}
      <span style={{ insetInlineStart: '25%' }}>{safe[0]}</span>
      <span style={{ insetInlineStart: '75%' }}>{safe[1]}</span>
    </div>
  )
}

/** Position on the bar in per cent, clamped to 0 to 100. */
const placeOf =
  ([from, to]: readonly [number, number], least: number, most: number) =>
  (value: number): number => {
    const part = (a: number, b: number) => (b > a ? (value - a) / (b - a) : 0)
    const place =
      value < from ? part(least, from) * 25 : value > to ? 75 + part(to, most) * 25 : 25 + part(from, to) * 50
    return Math.min(100, Math.max(0, place))
  }
