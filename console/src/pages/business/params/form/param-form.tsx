/**
 * The form of one group of parameters: reads `get_<group>`, saves what was changed by `update_<group>` with the revision that it was changed from, says
 * which fields are not as they left the factory, and never overwrites what somebody else saved meanwhile.
 */
import { param_factory, param_shapes, type ParamGroup } from '@parking/contract/params/params.ts'
import { param_issues } from '@parking/contract/params/param-rules.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { call, CallError, type BodyAt } from '#src/api.ts'
import type { Values } from '#src/forms/check.ts'
import { Form } from '#src/forms/form.tsx'
import { Meanwhile, type MeanwhileProps } from '#src/forms/meanwhile.tsx'
import { SaveBar } from '#src/forms/save-bar.tsx'
import { useStore } from '#src/lib/store.ts'
import { queryClient, useCall } from '#src/queries.ts'
import { session } from '#src/stores/session.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords, wordsNow } from '#src/words.ts'
import { param_calls } from './param-calls.ts'
import { ParamHead } from './param-head.tsx'

/** Often enough that a change made elsewhere is seen before much is typed against it. */
const poll_ms = 20_000

export type ParamFormProps = {
  group: ParamGroup
  /** What each field is called, where a change made meanwhile is held against one's own. */
  words: Readonly<Record<string, string>>
  /** What a list or an object says there, in place of the number of its entries. */
  spoken?: MeanwhileProps['spoken']
  /** More buttons beside Save. */
  actions?: ReactNode
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

function Group({ group, words, spoken, actions, children, values, fresh }: GroupProps) {
  const locked = useLocked(group)
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const [comparing, setComparing] = useState(false)

  async function save(body: Values, changed: readonly string[], began: Values): Promise<unknown> {
    // A device that counts no revisions is asked what it says now: there is nothing else to know it by.
    const uncounted = began['revision'] === undefined ? await fresh() : undefined
    const outcome =
      uncounted && !same(group, uncounted, began)
        ? 'meanwhile'
        : await send(group, Object.fromEntries(changed.map((name) => [name, body[name]])), began['revision'])
    if (outcome === 'saved') {
      setIssues([])
      await Promise.all([fresh(), queryClient.invalidateQueries({ queryKey: ['/api/parking/param_state'] })])
      toast.success(wordsNow('errors').messages.update_success)
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
      rules={(body) => rulesOf(group)(body as never)}
      locked={locked}
      onSave={save}
    >
      <Meanwhile labels={words} open={comparing} onOpen={setComparing} spoken={spoken} />
      <ParamHead group={group} />
      {children}
      <SaveBar>{actions}</SaveBar>
    </Form>
  )
}

/** Saves, or says that somebody else has saved meanwhile, or what was wrong with the fields; any other failure has said itself in a toast. */
async function send(
  group: ParamGroup,
  change: Values,
  revision: unknown,
): Promise<'saved' | 'meanwhile' | readonly Issue[]> {
  const { update } = param_calls[group]
  const body = { ...change, ...(revision === undefined ? {} : { revision }) } as BodyAt<typeof update> // the form has checked each field by the shape of the group
  return call(update, body, { quiet: (error) => error.reason === 'changed_meanwhile' }).then(
    () => 'saved' as const,
    (error: unknown) => {
      if (!(error instanceof CallError)) throw error
      return error.reason === 'changed_meanwhile' ? 'meanwhile' : error.issues
    },
  )
}

/** Each group has a shape and rules of its own; the form takes any of them. */
const shapeOf = (group: ParamGroup): z.ZodMiniObject => param_shapes[group]
const rulesOf = (group: ParamGroup) => param_issues[group] as (param: never) => readonly Issue[]

const same = (group: ParamGroup, a: Values, b: Values): boolean =>
  Object.keys(param_shapes[group].shape).every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))

/** Why this user may not change the group; undefined for those who may. */
export function useLocked(group: ParamGroup): string | undefined {
  const [words, forms] = [useWords('params'), useWords('forms')]
  const mine = useStore(session).roles
  const may: readonly string[] = param_calls[group].roles
  if (mine.some((role) => may.includes(role))) return undefined
  return mine.includes('operator') ? words.admins_only : forms.read_only
}
