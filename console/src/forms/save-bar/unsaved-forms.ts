/** The forms of this page with unsaved changes; one bar below the page lists them and saves them together. */
import { createStore } from '#src/lib/store.ts'
import type { FormHandle } from '../form-context.ts'

export type UnsavedForm = {
  readonly handle: FormHandle
  /** The label of the save button if this is the only form with changes. */
  readonly label: string | undefined
}

export const unsaved_forms = createStore<readonly UnsavedForm[]>([])

/** Adds a form, or replaces it at its position. */
export function putForm(form: UnsavedForm): void {
  unsaved_forms.update((forms) =>
    isListed(form.handle.id)
      ? forms.map((one) => (one.handle.id === form.handle.id ? form : one))
      : [...forms, form],
  )
}

/** Whether the form is in the list of the save bar. */
export const isListed = (id: string): boolean => unsaved_forms.get().some(({ handle }) => handle.id === id)

export function dropForm(id: string): void {
  unsaved_forms.update((forms) => (isListed(id) ? forms.filter(({ handle }) => handle.id !== id) : forms))
}

/** Saves every form; true if nothing is left. The first comes last, so that its fault gets the focus. */
export async function saveAll(forms: readonly UnsavedForm[]): Promise<boolean> {
  const saved = await Promise.all(forms.toReversed().map(({ handle }) => handle.submit()))
  return saved.every(Boolean)
}

/** Called when a form is shown, so that the bar is downloaded before the first change. */
export const fetchSaveBar = () => import('./save-bar-view.tsx').then((file) => file.SaveBarView)

/** Ctrl-S, or Cmd-S. */
export const isSaveKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey
