/** The unsaved changes of some forms as texts: what was, what is typed, and how to take one back. */
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
  /** Both on one line: `10 → 15 s`. */
  readonly short: string
  readonly takeBack: () => void
}

/** Longer values are cut in the line of the bar; its list shows them whole. */
const line_length = 24

export function useChangeRows(forms: readonly UnsavedForm[]): readonly ChangeRow[] {
  const words = useWords('forms')
  const fieldText = useFieldText()
  // A key is painted in its field before it is named here.
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
      const say = (raw: typeof was) => handle.fieldText?.(name, raw) ?? fieldText(kind, raw)
      // A long text says more in its own field than beside its predecessor; a secret is never shown.
      const unsaid = kind.kind === 'secret' || kind.kind === 'area'
      const from = unsaid ? undefined : say(was)
      const to = kind.kind === 'secret' ? words.secret_typed : unsaid ? words.edited : say(is)
      // One unit is enough: 10 → 15 s.
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

/** Differs whenever a text of the forms does. */
const versionOf = (forms: readonly UnsavedForm[]): string =>
  JSON.stringify(
    forms.map(({ handle: { model } }) =>
      model.changed().map((name) => [name, model.raw(name), model.rawBegan(name)]),
    ),
  )

const cut = (text: string): string =>
  text.length > line_length ? `${text.slice(0, line_length - 1)}…` : text
