/** The box's address on its network: what it is, and the form that leads to a trial of another. */
import { ipv4_settings } from '@parking/contract/device/network.ts'
import { ipv4SettingsIssues, sameSubnet } from '@parking/contract/device/ipv4-rules.ts'
import { useMemo, type FocusEvent } from 'react'
import type { AnswerAt } from '#src/api.ts'
import { Field } from '#src/forms/field.tsx'
import { Fields } from '#src/forms/fields.tsx'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { Form } from '#src/forms/form.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords, wordsNow } from '#src/words.ts'
import { maskFrom, partCidr, prefixOf, roomIn } from './mask.ts'
import styles from './network.module.css'
import { Review, type Check } from './review.tsx'
import { ReviewRow } from './review-row.tsx'
import { useBegin } from './use-begin.ts'

type Ipv4 = AnswerAt<'/api/device/get_ipv4'>
type Settings = Record<'ipv4' | 'netmask' | 'gateway', string>

/** The contract's rules over the three together. The simulated street alone lives on loopback, and so may stay there. */
const schemaFor = (allow_loopback: boolean) =>
  ipv4_settings.check((payload) => {
    for (const { field, issue } of ipv4SettingsIssues(payload.value, { allow_loopback }))
      payload.issues.push({ code: 'custom', input: payload.value, path: [field], message: issue })
  })

export function Ipv4Card({
  now,
  locked,
  seconds,
}: {
  now: Ipv4
  locked: string | undefined
  seconds: number | undefined
}) {
  const words = useWords('network')
  const begin = useBegin('/api/device/set_ipv4', ({ ipv4 }) => ipv4)
  const schema = useMemo(() => schemaFor(now.ipv4.startsWith('127.')), [now.ipv4])
  const { ipv4, netmask, gateway } = now
  const values = useMemo(() => ({ ipv4, netmask, gateway }), [ipv4, netmask, gateway])

  return (
    <Section title={words.ipv4_title}>
      <Facts now={now} />
      <Form
        schema={schema}
        values={values}
        issues={begin.issues}
        draft="network-ipv4"
        fresh={now.dhcp === true}
        {...(locked === undefined ? {} : { locked })}
        onSave={async (body) => begin.ask(body)}
      >
        <Typed />
        <ReviewRow />
      </Form>
      {begin.asked && (
        <Review
          kind="ipv4"
          before={values}
          after={begin.asked}
          checks={checksOf(values, begin.asked)}
          seconds={seconds}
          busy={begin.running}
          onStart={begin.start}
          onClose={begin.close}
        />
      )}
    </Section>
  )
}

function Facts({ now }: { now: Ipv4 }) {
  const words = useWords('network')
  return (
    <dl className={styles.facts}>
      {now.interface && (
        <div>
          <dt>{words.interface}</dt>
          <dd>{now.interface}</dd>
        </div>
      )}
      <div>
        <dt>{words.macaddr}</dt>
        <dd>
          <CopyText text={now.macaddr} />
        </dd>
      </div>
      {now.dhcp !== undefined && (
        <div>
          <dt>{words.mode}</dt>
          <dd>
            <StatusTag tone={now.dhcp ? 'info' : 'idle'}>{now.dhcp ? words.dhcp : words.static}</StatusTag>
          </dd>
        </div>
      )}
      {now.dhcp && <p>{words.dhcp_becomes}</p>}
    </dl>
  )
}

/** A mask may be typed as a prefix, alone or behind the address: it becomes a mask when the field is left. */
function Typed() {
  const words = useWords('network')
  const { model, fill, locked } = useForm()
  const prefix = prefixOf(String(useFieldValue('netmask')).trim())

  function left(event: FocusEvent) {
    const field = event.target instanceof HTMLInputElement ? event.target.name : ''
    const typed = String(model.raw(field))
    const both = field === 'ipv4' ? partCidr(typed) : undefined
    const mask = field === 'netmask' ? maskFrom(typed) : undefined
    if (locked === undefined && (both || mask !== undefined)) fill(both ?? { netmask: mask ?? '' })
    // The three stand or fall together: what was wrong with another field may be right now.
    for (const name of ['ipv4', 'netmask', 'gateway']) if (model.issue(name)) model.leave(name)
  }

  return (
    <div onBlur={left}>
      <Fields>
        <Field name="ipv4" label={words.ipv4} hint={words.ipv4_hint} />
        <Field
          name="netmask"
          label={words.netmask}
          hint={
            prefix === undefined
              ? words.netmask_hint
              : words.prefix(prefix, roomIn(prefix).toLocaleString('en'))
          }
        />
        <Field name="gateway" label={words.gateway} />
      </Fields>
    </div>
  )
}

/** What the form has made sure of, and what only the device can. */
function checksOf(before: Settings, after: Settings): Check[] {
  const words = wordsNow('network')
  return [
    { tone: 'good', text: words.check.netmask(after.netmask, prefixOf(after.netmask) ?? 0) },
    { tone: 'good', text: words.check.address },
    { tone: 'good', text: words.check.gateway },
    ...(after.ipv4 === before.ipv4 ? [] : [{ tone: 'later' as const, text: words.check.in_use }]),
    ...(prefixOf(before.netmask) === undefined || sameSubnet(before.ipv4, after.ipv4, before.netmask)
      ? []
      : [{ tone: 'warn' as const, text: words.other_subnet }]),
  ]
}
