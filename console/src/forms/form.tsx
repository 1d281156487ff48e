/**
 * A form over a schema of the contract. The inputs are uncontrolled; what is typed survives a failed save, a
 * reload, an expired session and a lost connection. Long because it is a single component.
 */
import type { Issue } from '@parking/contract/core/rules.ts'
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { sentenceOf } from '../core/errors.ts'
import { useStore } from '../lib/store.ts'
import { useDirty } from '../stores/dirty.ts'
import { helpsShown } from '../stores/interface.ts'
import { useWords, wordsNow } from '../core/words.ts'
import { toast } from '../ui/toast.tsx'
import { topOf, type Values } from './check.ts'
import {
  FormContext,
  useFormDirty,
  type FieldTextOf,
  type FormHandle,
  type FormState,
} from './form-context.ts'
import styles from './form.module.css'
import { isOptional, type Kind } from './kinds.ts'
import { createFormModel, type FormModel } from './model.ts'

export type FormProps<Schema extends z.ZodMiniObject> = {
  /** The body schema of the call that saves: `set_address.body`. */
  schema: Schema
  /**
   * What the device reports; missing fields start empty.
   * Fields without a `Field` are sent back as they are here.
   */
  values: Partial<z.input<Schema>>
  /**
   * Saves. `changed` names the touched fields, `began` holds the values they started from. Returns undefined
   * on failure.
   */
  onSave: (body: z.output<Schema>, changed: readonly string[], began: Values) => Promise<unknown>
  /** The issues the device reported when it refused to save. */
  issues?: readonly Issue[]
  /** Name under which unsaved input is stored for this tab. */
  draft?: string
  /** Rules between fields whose values are valid on their own. */
  rules?: (body: z.output<Schema>) => readonly Issue[]
  /**
   * Issues of stored secrets that would be sent to a different address and therefore have to be typed again.
   */
  places?: (began: Values, body: Values) => readonly Issue[]
  /**
   * What others save meanwhile is compared with the unsaved input (`ConcurrentSave`) instead of being noted
   * at the fields.
   */
  hold?: boolean
  /** The factory values: fields that differ are marked and offer a reset. */
  factory?: Values
  /** What each field changes; shown below the field. */
  help?: Readonly<Record<string, string>>
  /** The help is shown only while the user has unfolded it (`HelpToggle`). */
  folds?: boolean
  /** Labels of fields without a `Field`, or not always shown; the save bar uses them to name changes. */
  labels?: Readonly<Record<string, string>>
  /** The text of a list or an object in the save bar. */
  fieldText?: FieldTextOf | undefined
  /** A new object: it can be saved without a change. */
  fresh?: boolean
  /** Why nothing can be saved, as a sentence. */
  locked?: string
  children: ReactNode
}

export function Form<Schema extends z.ZodMiniObject>({
  schema,
  values,
  onSave,
  issues,
  draft,
  rules,
  places,
  hold = false,
  factory,
  help,
  folds = false,
  labels,
  fieldText,
  fresh = false,
  locked,
  children,
}: FormProps<Schema>) {
  const errors = useWords('errors')
  const folded = !useStore(helpsShown) && folds
  const element = useRef<HTMLFormElement>(null)
  const [model] = useState(() =>
    createFormModel(schema, values, draft, {
      hold,
      ...(places ? { places } : {}),
      ...(rules ? { rules: (body) => rules(body as z.output<Schema>) } : {}),
    }),
  ) // runs only if the schema accepts the values
  const [state, setState] = useState<FormState>('idle')
  const [own_labels] = useState(() => new Map<string, string>())
  const [unplaced_issues, setUnplacedIssues] = useState<readonly Issue[]>([])
  const id = useId()
  /** The last save got no answer; the device may have saved all the same. */
  const unanswered = useRef(false)

  // Here the device is the external system: its answer goes into the model, which notifies the inputs.
  const last_values = useRef(values)
  useEffect(() => {
    if (last_values.current === values) return
    last_values.current = values
    if (model.read(values) && unanswered.current) {
      unanswered.current = false
      toast.success(wordsNow('errors').messages.update_success)
    }
  }, [model, values])

  useEffect(() => {
    if (!issues || issues.length === 0) return
    model.showIssues(issues)
    setUnplacedIssues(issues.filter((issue) => !inputOf(element.current, topOf(issue.field))))
    focusFirst(element.current, model)
  }, [model, issues])

  /** Returns whether everything is saved. */
  async function save(): Promise<boolean> {
    if (state === 'saving' || locked !== undefined) return false
    if (!fresh && !model.dirty()) return true
    const bad = model.checkAll()
    setUnplacedIssues(
      bad.flatMap((name) => (inputOf(element.current, name) ? [] : (model.issue(name) ?? []))),
    )
    if (bad.length > 0) {
      toast.error(errors.form_wrong(bad.length))
      focusFirst(element.current, model)
      return false
    }
    const [body, texts] = [model.body(), model.snapshot()]
    setState('saving')
    try {
      // `checkAll` has already parsed the body with the schema
      const answer = await onSave(body as z.output<Schema>, model.changed(), model.began())
      unanswered.current = answer === undefined
      if (answer !== undefined) model.saved(body, texts)
      return answer !== undefined
    } finally {
      setState('idle')
    }
  }
  // The handle keeps its identity while what saving needs changes.
  const latest_save = useRef(save)
  useEffect(() => {
    latest_save.current = save
  })

  const handle = useMemo(
    (): FormHandle => ({
      model,
      id,
      state,
      locked,
      fresh,
      factory,
      help,
      fill(texts) {
        for (const [name, raw] of Object.entries(texts)) model.type(name, raw)
        for (const name of Object.keys(texts)) model.leave(name)
      },
      undo() {
        setUnplacedIssues([])
        model.undo()
      },
      submit: () => latest_save.current(),
      labelOf: (name) => labels?.[name] ?? own_labels.get(name) ?? name,
      nameField: (name, label) => void own_labels.set(name, label),
      fieldText,
      mixed: isMixed(model.kinds),
    }),
    [model, id, state, locked, fresh, factory, help, labels, own_labels, fieldText],
  )

  return (
    <FormContext value={handle}>
      <form
        ref={element}
        className={folded ? `block ${styles.folded}` : 'block'}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void save()
        }}
        onKeyDown={ignoreComposing}
        aria-busy={state === 'saving'}
      >
        {children}
        <UnplacedIssues issues={unplaced_issues} />
        <DirtyMark />
      </form>
    </FormContext>
  )
}

/**
 * Registers unsaved changes with the shell, so that an expired session is renewed in place instead of by a
 * reload.
 */
function DirtyMark() {
  useDirty(useFormDirty())
  return null
}

/** Errors of fields that are not on this page. */
function UnplacedIssues({ issues }: { issues: readonly Issue[] }) {
  const words = useWords('errors')
  if (issues.length === 0) return null
  return (
    <ul
      className={`listed below-12 text-13 bad round-6 on-bad leading-16 ${styles.unplaced_issues}`}
      role="alert"
    >
      {issues.map((issue) => (
        <li key={issue.field}>
          {issue.field && <code>{issue.field}</code>} {sentenceOf(issue, words)}
        </li>
      ))}
    </ul>
  )
}

/** Whether the form has both required and optional fields. */
function isMixed(kinds: Record<string, Kind>): boolean {
  const all = Object.values(kinds)
  return all.some(({ kind, required }) => required && kind !== 'choice') && all.some(isOptional)
}

/** The Enter key that ends an IME composition must not submit the form; Safari reports it as key 229. */
function ignoreComposing(event: KeyboardEvent) {
  if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229))
    event.preventDefault()
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLElement | undefined {
  const found = form?.elements.namedItem(name)
  return found instanceof HTMLElement ? found : undefined
}

function focusFirst(form: HTMLFormElement | null, model: FormModel): void {
  const name = Object.keys(model.kinds).find((field) => model.issue(field) && inputOf(form, field))
  const input = name === undefined ? undefined : inputOf(form, name)
  // An element inside a closed `details` cannot take the focus.
  for (let fold = input?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
    fold.open = true
  input?.focus()
}
