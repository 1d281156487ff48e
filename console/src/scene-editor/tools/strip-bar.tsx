/**
 * Sets how the drawn strip is cut and numbered: the number of lots and their names. Enter creates the lots.
 */
import { useEffect, useRef, type FormEvent } from 'react'
import { useWords } from '#src/core/words.ts'
import { useEditor, useEditorStore } from '../state/editor-store.ts'
import { NumberField, TextField } from '../panel/fields.tsx'
import type { StripPlan } from '../model/editor.ts'
import { cutStrip, quadOf, strip_limits, stripNumbers } from '../model/strip.ts'
import { Button } from '#src/ui/button/button.tsx'
import styles from './strip-bar.module.css'

export function StripBar({ focusCanvas }: { focusCanvas: () => void }) {
  const planned = useEditor((editor) => editor.tool.kind === 'strip')
  return planned ? <Bar focusCanvas={focusCanvas} /> : null
}

const clamp = ({ min, max }: { min: number; max: number }, value: number) =>
  Math.min(max, Math.max(min, Math.round(value)))

function Bar({ focusCanvas }: { focusCanvas: () => void }) {
  const store = useEditorStore()
  const words = useWords('camera').scene.strip
  const form = useRef<HTMLFormElement>(null)
  const editor = useEditor((now) => now)
  const { tool } = editor

  // The strip is drawn with the pointer; the next input comes from the keyboard.
  useEffect(() => form.current?.querySelector<HTMLElement>('input[type="number"]')?.focus(), [])

  if (tool.kind !== 'strip') return null
  const { plan } = tool
  const numbers = stripNumbers(plan)
  const can_cut = cutStrip(quadOf(editor, tool), plan.count, plan.turned) !== undefined
  const digits = /^\d{1,9}$/.test(plan.first)
  const change = (changes: Partial<StripPlan>) => store.dispatch({ kind: 'plan', changes })
  const why = can_cut ? (digits ? undefined : words.first_wrong) : words.not_flat

  function submit(event: FormEvent) {
    event.preventDefault()
    if (why !== undefined) return
    store.dispatch({ kind: 'close' })
    focusCanvas()
  }
  const leave = () => {
    store.dispatch({ kind: 'escape' })
    focusCanvas()
  }
  return (
    <form
      ref={form}
      className={`grid gap-10 on-card ${styles.bar}`}
      aria-label={words.title}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && leave()}
    >
      <div className={`grid gap-12 ${styles.fields}`}>
        <NumberField
          label={words.count}
          value={plan.count}
          {...strip_limits.count}
          onChange={(count) => change({ count: clamp(strip_limits.count, count) })}
        />
        <TextField
          label={words.prefix}
          name="strip_prefix"
          value={plan.prefix}
          max_length={20}
          onChange={(prefix) => change({ prefix })}
        />
        <TextField
          label={words.start}
          name="strip_first"
          value={plan.first}
          max_length={9}
          bad={!digits}
          onChange={(first) => change({ first })}
        />
        <NumberField
          label={words.step}
          value={plan.step}
          {...strip_limits.step}
          onChange={(step) => change({ step: clamp(strip_limits.step, step) })}
        />
      </div>
      <div className={`row wrap gap-8 ${styles.actions}`}>
        <Button aria-pressed={plan.reversed} onClick={() => change({ reversed: !plan.reversed })}>
          {words.reverse}
        </Button>
        <Button aria-pressed={plan.turned} onClick={() => change({ turned: !plan.turned })}>
          {words.turn}
        </Button>
        <p className={`text-14 ink-2 figures ${styles.says}`} role="status" data-bad={why !== undefined}>
          {why ?? words.range(numbers[0] ?? '', numbers.at(-1) ?? '')}
        </p>
        <Button onClick={leave}>{words.again}</Button>
        <Button type="submit" variant="primary" aria-disabled={why !== undefined}>
          {words.make(plan.count)}
        </Button>
      </div>
    </form>
  )
}
