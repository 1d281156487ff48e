/** The context through which fields, the save bar and a page's own controls use the form. */
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { Values } from './check.ts'
import type { FormModel } from './model.ts'
import { rawOf, type Raw } from './values.ts'

export type FormState = 'idle' | 'saving'
export type FieldTextOf = (name: string, raw: Raw) => string | undefined

export type FormHandle = {
  readonly model: FormModel
  readonly id: string
  readonly state: FormState
  /** Why nothing can be saved, in the user's language; undefined if it can. */
  readonly locked: string | undefined
  /** True for a new object, which can be saved without a change. */
  readonly fresh: boolean
  /** The factory values, if the form knows them. */
  readonly factory: Values | undefined
  /** What each field changes, if the form explains its fields. */
  readonly help: Readonly<Record<string, string>> | undefined
  /** Sets fields as if the user had typed them, for example by a paste helper. */
  readonly fill: (texts: Readonly<Record<string, Raw>>) => void
  /** Resets to the values read. */
  readonly undo: () => void
  /** Saves, as Enter in a field does. Resolves to true once nothing is left to save. */
  readonly submit: () => Promise<boolean>
  /** The label of a field, if the form or the field has provided one. */
  readonly labelOf: (name: string) => string
  readonly nameField: (name: string, label: string) => void
  /** The text of a list or an object, instead of the number of its entries. */
  readonly fieldText: FieldTextOf | undefined
  /** True if the form has both required and optional fields; then the optional ones are marked. */
  readonly mixed: boolean
}

export const FormContext = createContext<FormHandle | undefined>(undefined)

/** The form that contains this component. Throws outside a form. */
export function useForm(): FormHandle {
  const handle = useContext(FormContext)
  if (!handle) throw new Error('A field stands outside of a form')
  return handle
}

/** The current text of one field, for what depends on it. Renders on every keystroke in that field. */
export function useFieldValue(name: string): Raw {
  const { model } = useForm()
  return useSyncExternalStore(model.subscribe, () => model.raw(name))
}

/**
 * What `pick` reads from the model, updated after the paint of the keystroke that changed it: for marks next
 * to a field and parts that depend on it.
 */
export function useModelAfterPaint<T extends Raw | number>(pick: (model: FormModel) => T): T {
  const { model } = useForm()
  return useSyncExternalStore(model.subscribeAfterPaint, () => pick(model))
}

/** True while there are unsaved changes. */
export function useFormDirty(): boolean {
  const { model } = useForm()
  return useSyncExternalStore(model.subscribe, model.dirty)
}

/**
 * A field that is a list or an object, and its setter. `read` converts its parsed JSON and runs only when the
 * text changed.
 */
export function useListField<T>(name: string, read: (value: unknown) => T): readonly [T, (next: T) => void] {
  const { fill } = useForm()
  const raw = String(useFieldValue(name))
  const value = useMemo(() => read(raw === '' ? undefined : JSON.parse(raw)), [raw, read])
  return [value, (next) => fill({ [name]: JSON.stringify(next) })]
}

/** The names of the fields that differ from their factory value; updated after the paint of a keystroke. */
export function useFactoryDrift(): readonly string[] {
  const { factory } = useForm()
  const drift = useModelAfterPaint((model) => (factory ? driftOf(model, factory).join(' ') : ''))
  return useMemo(() => (drift === '' ? [] : drift.split(' ')), [drift])
}

const driftOf = (model: FormModel, factory: Values): string[] =>
  Object.entries(model.kinds).flatMap(([name, kind]) =>
    kind.kind === 'secret' || factory[name] === undefined || rawOf(kind, factory[name]) === model.raw(name)
      ? []
      : [name],
  )
