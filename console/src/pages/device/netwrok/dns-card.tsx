/** The name servers, changed as a trial too: a box that resolves no names can reach neither its platform nor its clock. */
import { dns_settings } from '@parking/contract/device/network.ts'
import { useMemo } from 'react'
import type { AnswerAt } from '#src/api.ts'
import { Field } from '#src/forms/field.tsx'
import { Fields } from '#src/forms/fields.tsx'
import { Form } from '#src/forms/form.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/words.ts'
import { Review } from './review.tsx'
import { ReviewRow } from './review-row.tsx'
import { useBegin } from './use-begin.ts'

export function DnsCard({
  now,
  locked,
  seconds,
}: {
  now: AnswerAt<'/api/device/get_dns'>
  locked: string | undefined
  seconds: number | undefined
}) {
  const words = useWords('network')
  const begin = useBegin('/api/device/set_dns', ({ dns_main }) => dns_main)
  const { dns_main, dns_sub } = now
  const values = useMemo(() => ({ dns_main, dns_sub }), [dns_main, dns_sub])
  return (
    <Section title={words.dns_title}>
      <Form
        schema={dns_settings}
        values={values}
        issues={begin.issues}
        draft="network-dns"
        {...(locked === undefined ? {} : { locked })}
        onSave={async (body) => begin.ask(body)}
      >
        <Fields>
          <Field name="dns_main" label={words.dns_main} />
          <Field name="dns_sub" label={words.dns_sub} hint={words.dns_sub_hint} />
        </Fields>
        <ReviewRow />
      </Form>
      {begin.asked && (
        <Review
          kind="dns"
          before={values}
          after={begin.asked}
          checks={[{ tone: 'good', text: words.check.dns }]}
          seconds={seconds}
          busy={begin.running}
          onStart={begin.start}
          onClose={begin.close}
        />
      )}
    </Section>
  )
}
