/** The IPv4 settings of the device, and the form that starts a trial of new ones. */
import { ipv4_settings } from '@parking/contract/device/network.ts'
import { ipv4SettingsIssues, sameSubnet } from '@parking/contract/device/ipv4-rules.ts'
import { useMemo, type FocusEvent } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { Fields } from '#src/forms/fields.tsx'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { Form } from '#src/forms/form.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords, wordsNow } from '#src/core/words.ts'
import { maskOf, splitCidr, prefixOf, hostsIn } from './netmask.ts'
import styles from './ipv4-card.module.css'
import { Review, type Check } from '../review/review.tsx'
import { ReviewRow } from '../review/review-row.tsx'
import { useReview } from '../review/use-review.ts'

type Ipv4 = AnswerAt<'/api/device/get_ipv4'>
type Settings = Record<'ipv4' | 'netmask' | 'gateway', string>

/**
 * The rules over all three fields together. Only the simulated street uses loopback addresses, and it may
 * keep them.
 */
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
  const schema = useMemo(() => schemaFor(now.ipv4.startsWith('127.')), [now.ipv4])
  const { ipv4, netmask, gateway } = now
  const values = useMemo(() => ({ ipv4, netmask, gateway }), [ipv4, netmask, gateway])
  const review = useReview('/api/device/set_ipv4', (body) => body.ipv4, {
    kind: 'ipv4',
    before: values,
    seconds,
  })

  return (
    <Section title={words.ipv4_title}>
      <InterfaceFacts now={now} />
      <Form
        schema={schema}
        values={values}
        issues={review.issues}
        draft="network-ipv4"
        fresh={now.dhcp === true}
        {...(locked === undefined ? {} : { locked })}
        onSave={async (body) => review.open(body)}
      >
        <AddressFields />
        <ReviewRow />
      </Form>
      {review.reviewed && (
        <Review
          kind="ipv4"
          before={values}
          after={review.reviewed}
          checks={checksOf(values, review.reviewed)}
          seconds={seconds}
          busy={review.running}
          onStart={review.start}
          onClose={review.close}
        />
      )}
    </Section>
  )
}

function InterfaceFacts({ now }: { now: Ipv4 }) {
  const words = useWords('network')
  return (
    <Facts className={styles.facts}>
      {now.interface && <Fact name={words.interface}>{now.interface}</Fact>}
      {now.manager && (
        <Fact name={words.manager}>
          {now.netplan ? words.by_netplan(words.managers[now.manager]) : words.managers[now.manager]}
        </Fact>
      )}
      <Fact name={words.macaddr}>
        <CopyText text={now.macaddr} />
      </Fact>
      {now.dhcp !== undefined && (
        <Fact name={words.mode}>
          <StatusTag tone={now.dhcp ? 'info' : 'idle'}>{now.dhcp ? words.dhcp : words.static}</StatusTag>
        </Fact>
      )}
      {now.manager === 'ifupdown' ? (
        <p>
          {words.ifupdown_says} <CopyText text="parking-edge network take-over" />
        </p>
      ) : (
        now.dhcp && <p>{words.dhcp_becomes}</p>
      )}
    </Facts>
  )
}

/**
 * The address fields. A mask may be typed as a prefix, alone or after the address; it is converted when the
 * field loses focus.
 */
function AddressFields() {
  const words = useWords('network')
  const { model, fill, locked } = useForm()
  const prefix = prefixOf(String(useFieldValue('netmask')).trim())

  function convertPrefix(event: FocusEvent) {
    const field = event.target instanceof HTMLInputElement ? event.target.name : ''
    const typed = String(model.raw(field))
    const cidr = field === 'ipv4' ? splitCidr(typed) : undefined
    const mask = field === 'netmask' ? maskOf(typed) : undefined
    if (locked === undefined && (cidr || mask !== undefined)) fill(cidr ?? { netmask: mask ?? '' })
    // The fields are validated together: an issue of another field may be resolved now.
    for (const name of ['ipv4', 'netmask', 'gateway']) if (model.issue(name)) model.leave(name)
  }

  return (
    <div className={styles.address} onBlur={convertPrefix}>
      <Fields>
        <Field name="ipv4" label={words.ipv4} hint={words.ipv4_hint} />
        <Field
          name="netmask"
          label={words.netmask}
          hint={
            prefix === undefined
              ? words.netmask_hint
              : words.prefix(prefix, hostsIn(prefix).toLocaleString('en'))
          }
        />
        <Field name="gateway" label={words.gateway} />
      </Fields>
    </div>
  )
}

/** The checks that the form has made, and those that only the device can make. */
function checksOf(before: Settings, after: Settings): Check[] {
  const words = wordsNow('network')
  return [
    { tone: 'good', text: words.check.netmask(after.netmask, prefixOf(after.netmask) ?? 0) },
    { tone: 'good', text: words.check.address },
    { tone: 'good', text: words.check.gateway },
    ...(after.ipv4 === before.ipv4 ? [] : [{ tone: 'pending' as const, text: words.check.in_use }]),
    ...(prefixOf(before.netmask) === undefined || sameSubnet(before.ipv4, after.ipv4, before.netmask)
      ? []
      : [{ tone: 'warn' as const, text: words.other_subnet }]),
  ]
}
