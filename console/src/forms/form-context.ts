/** What a field, the save bar and a page's own control reach the form by. */
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { FormModel } from './model.ts'
import type { Raw } from './values.ts'

export type FormState = 'idle' | 'saving'

export type FormHandle = {
  readonly model: FormModel
  readonly id: string
  readonly state: FormState
  /** Why nothing may be saved here, in the user's language; undefined where it may. */
  readonly locked: string | undefined
  /** True for a new thing, which may be saved without a change. */
  readonly fresh: boolean
  /** Types texts into fields as a person would, for a paste helper and the like. */
  readonly fill: (texts: Readonly<Record<string, Raw>>) => void
  /** Back to what was read. */
  readonly undo: () => void
}

export const FormContext = createContext<FormHandle | undefined>(undefined)

export function useForm(): FormHandle {
  const handle = useContext(FormContext)
  if (!handle) throw new Error('A field stands outside of a form')
  return handle
}

/** The text of one field as it is typed, for what a page shows or hides by it. Draws anew at every key of that field. */
export function useFieldValue(name: string): Raw {
  const { model } = useForm()
  return useSyncExternalStore(model.subscribe, () => model.raw(name))
}

/** True while something typed is not saved. */
export function useFormDirty(): boolean {
  const { model } = useForm()
  return useSyncExternalStore(model.subscribe, model.dirty)
}
