/**
 * The unsaved changes of the given forms as text: the old value, the new value, and how to revert the change.
 */
import { useCallback, useSyncExternalStore } from 'react'
import { useWords } from '#src/core/words.ts'
import { subscribeAfterPaint } from '#src/lib/after-paint.ts'
import { useFieldText } from '../field-text.ts'
import type { UnsavedForm } from './unsaved-forms.ts'

export type ChangeRow = {
  readonly key: string
  readonly label: string
  /** Undefined for a secret and for a long text. */
  readonly from: string | undefined
  readonly to: string
  /** Both values on one line: `10 → 15 s`. */
  readonly short: string
  readonly takeBack: () => void
}

/** Longer values are cut in the bar's line; its list shows them in full. */
const line_length = 24

export function useChangeRows(forms: readonly UnsavedForm[]): readonly ChangeRow[] {
  const words = useWords('forms')
  const fieldText = useFieldText()
  // A keystroke is painted in its field before the bar lists it.
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = forms.map(({ handle }) => subscribeAfterPaint(handle.model.subscribe, listener))
      return () => ends.forEach((end) => end())
    },
    [forms],
  )
  useSyncExternalStore(subscribe, () => versionOf(forms))
  return forms.flatMap(({ handle }) => {
    const { model } = handle
    return model.changed().map((name): ChangeRow => {
      const kind = model.kindOf(name)
      const [was, is] = [model.rawBegan(name), model.raw(name)]
      const valueText = (raw: typeof was) => handle.fieldText?.(name, raw) ?? fieldText(kind, raw)
      // A long text is easier to read in its own field than next to its old value; a secret is never shown.
      const hides_value = kind.kind === 'secret' || kind.kind === 'area'
      const from = hides_value ? undefined : valueText(was)
      const to = kind.kind === 'secret' ? words.secret_typed : hides_value ? words.edited : valueText(is)
      // The unit is shown once: 10 → 15 s.
      const bare = 'unit' in kind && kind.unit && was !== '' && is !== '' ? String(was) : from
      return {
        key: `${handle.id} ${name}`,
        label: handle.labelOf(name),
        from,
        to,
        short: bare === undefined ? to : `${cut(bare)} → ${cut(to)}`,
        takeBack: () => handle.fill({ [name]: was }),
      }
    })
  })
}

/** Changes whenever a text of the forms changes. */
const versionOf = (forms: readonly UnsavedForm[]): string =>
  JSON.stringify(
    forms.map(({ handle: { model } }) =>
      model.changed().map((name) => [name, model.raw(name), model.rawBegan(name)]),
    ),
  )

const cut = (text: string): string =>
  text.length > line_length ? `${text.slice(0, line_length - 1)}…` : text
