/**
 * A slider whose safe range fills the middle half, with a tick at the saved value. Only for pointers;
 * keyboard users edit the same value in the text field next to it.
 */
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { valueOf } from '#src/forms/values.ts'
import { useWords } from '#src/core/words.ts'
import type { SafeRange } from './alg-groups.ts'
import styles from './safe-slider.module.css'

const positions = 1000

export function SafeSlider({ name, label, safe }: { name: string; label: string; safe: SafeRange }) {
  const words = useWords('alg')
  const { model, locked } = useForm()
  const kind = model.kindOf(name)
  const text = useFieldValue(name)
  const [value, saved] = [valueOf(kind, text), valueOf(kind, model.rawBegan(name))]
  const [min, max] = 'min' in kind ? [kind.min ?? 0, kind.max ?? 1] : [0, 1]
  const scale = scaleOf([min, ...safe, max])
  const round = (number: number) =>
    kind.kind === 'decimal'
      ? Math.round(number * 100) / 100
      : number > 200
        ? Math.round(number / 10) * 10
        : Math.round(number)
  const at = (number: number) => ({ '--at': scale.placeOf(number) }) as React.CSSProperties
  return (
    <div className={styles.slider}>
      <input
        type="range"
        aria-label={words.slider(label)}
        aria-valuetext={String(text)}
        tabIndex={-1}
        min={0}
        max={positions}
        value={typeof value === 'number' ? Math.round(scale.placeOf(value) * positions) : 0}
        data-outside={typeof value === 'number' && (value < safe[0] || value > safe[1]) ? '' : undefined}
        disabled={locked !== undefined}
        onChange={({ currentTarget }) =>
          model.type(name, String(round(scale.valueAt(currentTarget.valueAsNumber / positions))))
        }
        onPointerUp={() => model.leave(name)}
      />
      {typeof saved === 'number' && saved !== value && <i style={at(saved)} aria-hidden="true" />}
      <span style={at(safe[0])} aria-hidden="true">
        {safe[0]}
      </span>
      <span style={at(safe[1])} aria-hidden="true">
        {safe[1]}
      </span>
    </div>
  )
}

/** A scale of three linear parts: a quarter below the safe range, half for it, a quarter above. */
function scaleOf(values: readonly [number, number, number, number]) {
  const places = [0, 0.25, 0.75, 1] as const
  const interpolate = (from: readonly number[], to: readonly number[], x: number): number => {
    const part = x <= (from[1] ?? 0) ? 0 : x <= (from[2] ?? 0) ? 1 : 2
    const [a = 0, b = 0] = from.slice(part)
    const [c = 0, d = 0] = to.slice(part)
    const share = b > a ? Math.min(1, Math.max(0, (x - a) / (b - a))) : 0
    return c + share * (d - c)
  }
  return {
    placeOf: (value: number) => interpolate(values, places, value),
    valueAt: (place: number) => interpolate(places, values, place),
  }
}
