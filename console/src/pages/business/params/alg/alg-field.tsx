/**
 * One field of the algorithm: its meaning and control, its value on the safe range, and the effects of more
 * or less.
 * Long because each kind of field has its control here.
 */
import { charge_mode, plate_type, timer_mode, wordOf } from '@parking/contract/core/codes.ts'
import type { KeyboardEvent } from 'react'
import { Field } from '#src/forms/field.tsx'
import { useForm, useModelAfterPaint, useFieldValue } from '#src/forms/form-context.ts'
import { useUnit } from '#src/forms/unit.ts'
import { valueOf } from '#src/forms/values.ts'
import { useWords } from '#src/core/words.ts'
import { FieldMarks } from '#src/forms/field-marks.tsx'
import { safe_ranges, type AlgName, type SafeRange } from './alg-groups.ts'
import styles from './alg.module.css'
import choice_cards_styles from './choice-cards.module.css'
import safe_slider_styles from './safe-slider.module.css'

type Text = { label: string; means: string; more?: string; less?: string }

export function AlgField({ name, wide }: { name: AlgName; wide: boolean }) {
  const words = useWords('alg')
  const text: Text = words.fields[name]
  const { model, locked } = useForm()
  const safe = safe_ranges[name]
  const changed = useModelAfterPaint(() => model.raw(name) !== model.rawBegan(name))

  /** Arrow keys in the text field change the value, as the slider does for a pointer. */
  function step(event: KeyboardEvent) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined || !safe || locked !== undefined) return
    if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'text') return
    const value = valueOf(model.kindOf(name), model.raw(name))
    if (typeof value !== 'number') return
    event.preventDefault()
    const size = model.kindOf(name).kind === 'decimal' ? 0.01 : 1
    model.type(name, String(Math.round((value + by * size) * 100) / 100))
  }

  return (
    <div
      role="presentation"
      className={`grid relative on-card ${styles.cell}`}
      data-alg-field=""
      data-wide={wide || undefined}
      data-changed={changed || undefined}
      onKeyDown={step}
    >
      {name === 'charge_mode' ? (
        <ChargeMode text={text} />
      ) : (
        <Field
          name={name}
          label={text.label}
          was
          hint={safe ? <RangeHint name={name} safe={safe} /> : <OptionHint name={name} />}
        />
      )}
      {safe && <SafeSlider name={name} label={text.label} safe={safe} />}
      {text.more && text.less && (
        <div className={`grid whole-row text-12 ink-2 ${styles.effects}`}>
          <p>
            <b data-way="more">{words.more}</b>
            {text.more}
          </p>
          <p>
            <b data-way="less">{words.less}</b>
            {text.less}
          </p>
        </div>
      )}
    </div>
  )
}

function ChargeMode({ text }: { text: Text }) {
  const [words, codes] = [useWords('alg'), useWords('codes').charge_mode]
  const cards = (Object.keys(charge_mode) as (keyof typeof charge_mode)[]).map((word) => ({
    value: String(charge_mode[word]),
    title: codes[word],
    effect: words.charge_modes[word],
  }))
  return <ChoiceCards name="charge_mode" label={text.label} means={text.means} cards={cards} />
}

/** The range of the field, or a note that the value is allowed but unusual. */
function RangeHint({ name, safe: [min, max] }: { name: AlgName; safe: SafeRange }) {
  const words = useWords('alg')
  const { model } = useForm()
  const kind = model.kindOf(name)
  const value = valueOf(
    kind,
    useModelAfterPaint(() => model.raw(name)),
  )
  const unit = useUnit()(kind)
  if (typeof value === 'number' && (value < min || value > max))
    return <span className="warn">{words.unusual(`${min} – ${max}`, unit)}</span>
  const [from, to] = 'min' in kind ? [kind.min ?? 0, kind.max ?? 0] : [0, 0]
  return words.range(`${min} – ${max}`, `${from} – ${to}`, unit)
}

/** The effect of the selected option. */
function OptionHint({ name }: { name: AlgName }) {
  const words = useWords('alg')
  const value = Number(useModelAfterPaint((model) => model.raw(name)))
  switch (name) {
    case 'plate_type':
      return words.plate_types[wordOf(plate_type, value) ?? 'mainland']
    case 'timer_mode':
      return words.timer_modes[wordOf(timer_mode, value) ?? 'off']
    default:
      return <>&nbsp;</>
  }
}

type ChoiceCard = { value: string; title: string; effect: string }

type Props = { name: string; label: string; means: string; cards: readonly ChoiceCard[] }

/** A choice between a few options as cards, each with its effect, so that all of them can be compared. */
function ChoiceCards({ name, label, means, cards }: Props) {
  const { model, id, locked } = useForm()
  const chosen = String(useFieldValue(name))
  return (
    <fieldset
      className={`slim whole-row flush ${choice_cards_styles.choice}`}
      disabled={locked !== undefined}
      aria-describedby={`${id}-${name}-help`}
    >
      <legend>
        {label}
        <FieldMarks name={name} label={label} was />
      </legend>
      <p id={`${id}-${name}-help`}>{means}</p>
      <div className={`grid gap-10 ${choice_cards_styles.cards}`}>
        {cards.map(({ value, title, effect }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => model.type(name, value)}
              onBlur={() => model.leave(name)}
            />
            <span>
              <b>{title}</b>
              {effect}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const positions = 1000

/**
 * A slider whose safe range fills the middle half, with a tick at the saved value. Only for pointers;
 * keyboard users edit the same value in the text field next to it.
 */
function SafeSlider({ name, label, safe }: { name: string; label: string; safe: SafeRange }) {
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
    <div className={`whole-row relative ${safe_slider_styles.slider}`}>
      <input
        type="range"
        className="full block flush pointer"
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
