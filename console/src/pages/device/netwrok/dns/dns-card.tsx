/**
 * The name servers. They are also changed in a trial: without name resolution the device reaches neither the
 * platform nor NTP.
 */
import { dns_settings } from '@parking/contract/device/network.ts'
import { useMemo } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { Fields } from '#src/forms/fields.tsx'
import { Form } from '#src/forms/form.tsx'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { Review } from '../review/review.tsx'
import { ReviewRow } from '../review/review-row.tsx'
import { useReview } from '../review/use-review.ts'

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
  const review = useReview('/api/device/set_dns', ({ dns_main }) => dns_main)
  const { dns_main, dns_sub } = now
  const values = useMemo(() => ({ dns_main, dns_sub }), [dns_main, dns_sub])
  return (
    <Section title={words.dns_title}>
      <Form
        schema={dns_settings}
        values={values}
        issues={review.issues}
        draft="network-dns"
        {...(locked === undefined ? {} : { locked })}
        onSave={async (body) => review.open(body)}
      >
        <Fields>
          <Field name="dns_main" label={words.dns_main} />
          <Field name="dns_sub" label={words.dns_sub} hint={words.dns_sub_hint} />
        </Fields>
        <ReviewRow />
      </Form>
      {review.reviewed && (
        <Review
          kind="dns"
          before={values}
          after={review.reviewed}
          checks={[{ tone: 'good', text: words.check.dns }]}
          seconds={seconds}
          busy={review.running}
          onStart={review.start}
          onClose={review.close}
        />
      )}
    </Section>
  )
}
