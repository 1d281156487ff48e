/**
 * The form of one parameter group: reads `get_<group>`, saves changes with the revision they are based on,
 * marks fields that differ from factory values, and never overwrites changes that another user saved
 * meanwhile.
 */
import { param_factory, param_shapes, type ParamGroup } from '@parking/contract/params/params.ts'
import { param_issues } from '@parking/contract/params/param-rules.ts'
import { groupPlaceIssues } from '@parking/contract/params/secret-place.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { sayWithUndo } from '#src/acts/say-with-undo.ts'
import { call, outcomeOf, type BodyAt } from '#src/core/api.ts'
import type { Values } from '#src/forms/check.ts'
import { Form } from '#src/forms/form.tsx'
import { HelpToggle } from '#src/forms/help-toggle.tsx'
import { ConcurrentSave, type ConcurrentSaveProps } from '#src/forms/concurrent-save.tsx'
import { SaveBar } from '#src/forms/save-bar/save-bar.tsx'
import { useInstallPart } from '#src/install/install-steps.ts'
import { useStore } from '#src/lib/store.ts'
import { queryClient, useCall } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords, wordsNow } from '#src/core/words.ts'
import { param_calls } from './param-calls.ts'
import { ParamHead } from './param-head.tsx'

/** Short enough to show another user's change before the user has typed much. */
const poll_ms = 20_000

export type ParamFormProps = {
  group: ParamGroup
  /** Labels of the fields, used when comparing with another user's change. */
  words: Readonly<Record<string, string>>
  /** What each field changes, shown below the field. */
  help?: Readonly<Record<string, string>>
  /** False: the helps are part of the page and always shown. */
  folds?: boolean
  /** Text for a list or an object in that comparison, instead of its number of entries. */
  fieldText?: ConcurrentSaveProps['fieldText']
  /** Tools next to the state of the group, such as a search. */
  tools?: ReactNode
  children: ReactNode
}

export function ParamForm(props: ParamFormProps) {
  const words = useWords('params')
  const read = useCall(param_calls[props.group].get, {}, { every: poll_ms })
  if (read.data === undefined)
    return (
      <Section>
        <Loaded query={read} rows={10} failed={words.failed}>
          {() => null}
        </Loaded>
      </Section>
    )
  return (
    <Group key={props.group} {...props} values={read.data} fresh={async () => (await read.refetch()).data} />
  )
}

type GroupProps = ParamFormProps & { values: Values; fresh: () => Promise<Values | undefined> }

function Group(props: GroupProps) {
  const { group, words, help, folds = true, fieldText, tools, children, values, fresh } = props
  const locked = useLocked(group)
  const installing = useInstallPart() !== undefined
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const [comparing, setComparing] = useState(false)

  async function save(body: Values, changed: readonly string[], began: Values): Promise<unknown> {
    // A device without revisions: read the current values to detect other changes.
    const latest = began['revision'] === undefined ? await fresh() : undefined
    const outcome =
      latest && !isUnchangedOrSaved(group, latest, began, body)
        ? 'meanwhile'
        : await send(group, Object.fromEntries(changed.map((name) => [name, body[name]])), began['revision'])
    if (outcome === 'saved') {
      setIssues([])
      await Promise.all([fresh(), queryClient.invalidateQueries({ queryKey: ['/api/parking/param_state'] })])
      const done = wordsNow('errors').messages.update_success
      // A single value is not offered for undo: it is corrected just as fast.
      if (changed.length > 1) void sayWithUndo(done, 'change_params')
      else toast.success(done)
      return true
    }
    if (outcome === 'meanwhile') {
      await fresh()
      setComparing(true)
    } else setIssues(outcome)
    return undefined
  }

  return (
    <Form
      schema={shapeOf(group)}
      values={values}
      issues={issues}
      draft={group}
      hold
      factory={param_factory[group]}
      labels={words}
      fieldText={fieldText}
      {...(help && { help, folds: folds && !installing })}
      rules={(body) => rulesOf(group)(body as never)}
      places={(began, body) => groupPlaceIssues(group, began, body)}
      locked={locked}
      onSave={save}
    >
      <ConcurrentSave labels={words} open={comparing} onOpen={setComparing} fieldText={fieldText} />
      {!installing && (
        <ParamHead group={group} labels={words} tools={tools ?? (help && folds && <HelpToggle />)} />
      )}
      {children}
      {locked === undefined && <SaveBar />}
    </Form>
  )
}

/**
 * Saves the change, or returns that another user changed the group, or the fields' errors; any other failure
 * has already shown a toast.
 */
async function send(
  group: ParamGroup,
  change: Values,
  revision: unknown,
): Promise<'saved' | 'meanwhile' | readonly Issue[]> {
  const { update } = param_calls[group]
  // The form has validated each field by the shape of the group.
  const body = { ...change, ...(revision === undefined ? {} : { revision }) } as BodyAt<typeof update>
  const { error } = await outcomeOf(
    call(update, body, { quiet: ({ reason }) => reason === 'changed_meanwhile' }),
  )
  if (!error) return 'saved'
  return error.reason === 'changed_meanwhile' ? 'meanwhile' : error.issues
}

/** Each group has its own shape and rules; the form accepts any of them. */
const shapeOf = (group: ParamGroup): z.ZodMiniObject => param_shapes[group]
const rulesOf = (group: ParamGroup) => param_issues[group] as (param: never) => readonly Issue[]

/**
 * Whether each field still has its initial value or already the new one: the answer to an earlier save may
 * have been lost.
 */
const isUnchangedOrSaved = (group: ParamGroup, latest: Values, began: Values, mine: Values): boolean =>
  Object.keys(param_shapes[group].shape).every((name) =>
    [began[name], mine[name]].some((value) => JSON.stringify(latest[name]) === JSON.stringify(value)),
  )

/** The reason why this user may not change the group; undefined if they may. */
export function useLocked(group: ParamGroup): string | undefined {
  const [words, forms] = [useWords('params'), useWords('forms')]
  const mine = useStore(session).roles
  const may: readonly string[] = param_calls[group].roles
  if (mine.some((role) => may.includes(role))) return undefined
  return mine.includes('operator') ? words.admins_only : forms.read_only
}
