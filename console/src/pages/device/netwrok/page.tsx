/**
 * Network settings (spec §2, §3): address, name servers, VPN. A change that can cut the connection runs as a
 * trial.
 * Long because address and name servers share one trial.
 */
import { trial_s } from '@parking/contract/core/limits.ts'
import { useEffect, type ReactNode, useState, useMemo } from 'react'
import { dns_settings } from '@parking/contract/device/network.ts'
import { useStore } from '#src/lib/store.ts'
import { useCall, type CallState } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { recordTrial, trialRuns, watched, dismissTrial, type Trial } from '#src/stores/trial.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { Tabs } from '#src/ui/page/tabs.tsx'
import { useWords } from '#src/core/words.ts'
import { Button } from '#src/ui/button/button.tsx'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import { formatTime } from '#src/time/time.ts'
import { LoadFailed } from '#src/tables/loaded.tsx'
import type { AnswerAt } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { Fields } from '#src/forms/fields.tsx'
import { Form } from '#src/forms/form.tsx'
import { Ipv4Card } from './ipv4/ipv4-card.tsx'
import styles from './page.module.css'
import { TrialView } from './trial/trial-view.tsx'
import { VpnTab } from './vpn/vpn-tab.tsx'
import trial_outcome_styles from './trial/trial-outcome.module.css'
import { Review } from './review/review.tsx'
import { ReviewRow } from './review/review-row.tsx'
import { useReview } from './review/use-review.ts'

const max_age_ms = 2_000

export default function Network() {
  const [words, titles] = [useWords('network'), useWords('shell').routes]
  const now = useStore(watched)
  const runs = trialRuns(now)
  const trial = useCall('/api/device/get_trial', {}, { enabled: !runs })
  const url = useUrlState()
  const tab = url.search.get('tab') === 'vpn' ? 'vpn' : 'network'
  // Records the trial in the store that the bar of every page reads; the store polls from then on.
  useEffect(() => {
    // A cached answer from an earlier visit is ignored until it is refetched.
    const fresh = Date.now() - trial.dataUpdatedAt < max_age_ms
    if (trial.data && fresh) recordTrial(trial.data)
  }, [trial.data, trial.dataUpdatedAt])
  const last = now && !runs ? now.trial : trial.data
  const seconds = trial.data ? trial.data.total_s || trial_s : undefined

  return (
    <>
      <PageHeader title={titles.device_network} />
      {now && runs && <TrialView now={now} />}
      {!runs && last && <TrialOutcome key={last.id} trial={last} live={now?.trial.id === last.id} />}
      {runs && now?.trial.kind === 'vpn' && <VpnTab seconds={seconds} />}
      {!runs && (
        <Tabs
          label={words.tabs}
          open={tab}
          onOpen={(name) => url.change({ tab: name === 'vpn' ? name : undefined }, { replace: true })}
          tabs={[
            { name: 'network', title: words.tab.network },
            { name: 'vpn', title: words.tab.vpn },
          ]}
        >
          {tab === 'vpn' ? <VpnTab seconds={seconds} /> : <Addresses seconds={seconds} />}
        </Tabs>
      )}
    </>
  )
}

function Addresses({ seconds }: { seconds: number | undefined }) {
  const words = useWords('network')
  const ipv4 = useCall('/api/device/get_ipv4', {})
  const dns = useCall('/api/device/get_dns', {})
  const admin = useStore(session).roles.includes('admin')
  const read_only = ipv4.data?.manager === 'ifupdown'
  const locked = read_only ? words.ifupdown_locked : admin ? undefined : words.admins_only
  return (
    <div className={`stack one-column ${styles.cards}`}>
      <SettingsCard read={ipv4} title={words.ipv4_title} rows={5}>
        {(data) => <Ipv4Card now={data} locked={locked} seconds={seconds} />}
      </SettingsCard>
      {/* Below the other card on a phone, and shown together with it, so that it does not move. */}
      {(ipv4.data !== undefined || ipv4.isError) && (
        <SettingsCard read={dns} title={words.dns_title} rows={2}>
          {(data) => <DnsCard now={data} locked={locked} seconds={seconds} />}
        </SettingsCard>
      )}
    </div>
  )
}

/** Shows a message instead of controls that the device does not support (spec §8). */
function SettingsCard<T>({
  read,
  title,
  rows,
  children,
}: {
  read: CallState<T>
  title: string
  rows: number
  children: (data: T) => ReactNode
}) {
  const words = useWords('network')
  if (read.data !== undefined) return children(read.data)
  return (
    <Section title={title}>
      {read.error?.reason === 'unsupported' ? (
        <EmptyState title={words.unsupported}>{words.unsupported_says}</EmptyState>
      ) : read.isError ? (
        <LoadFailed query={read} title={words.failed} />
      ) : (
        <SkeletonRows rows={rows} />
      )}
    </Section>
  )
}

const storage_key = 'network-trial-read'

const outcome_classes = 'grid start gap-4-12 below-16 text-14 ink round-8 leading-16'

/**
 * The outcome of the last trial. A rollback is shown to every user of this browser until it is dismissed, a
 * confirmed change only on the page that saw it.
 * `live`: this page saw the trial end.
 */
function TrialOutcome({ trial, live }: { trial: Trial; live: boolean }) {
  const words = useWords('network')
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(storage_key))
  const confirmed = trial.state === 'confirmed'
  if (dismissed === trial.id || (confirmed ? !live : trial.state !== 'rolled_back')) return null
  const reason = trial.reason === '' ? 'silence' : trial.reason
  const Icon = confirmed ? CheckIcon : WarnIcon

  function dismiss() {
    localStorage.setItem(storage_key, trial.id)
    setDismissed(trial.id)
    dismissTrial()
  }

  return (
    <section
      className={`${outcome_classes} ${trial_outcome_styles.outcome}`}
      data-tone={confirmed ? 'ok' : 'warn'}
      role={live ? 'alert' : undefined}
    >
      <Icon />
      <div>
        <h2 className="text-14 bold leading-16">{confirmed ? words.confirmed : words.rolled_back[reason]}</h2>
        <p>{confirmed ? confirmedText(trial, words) : `${words.rolled_back_says[reason]}${words.still}`}</p>
        {!confirmed && trial.by !== '' && (
          <p className="text-12 ink-3 figures">{words.started_by(trial.by, formatTime(trial.begun_ms))}</p>
        )}
        {!confirmed && trial.detail !== '' && (
          <pre className="text-12 ink-2 mono anywhere leading-15" aria-label={words.system_said}>
            {trial.detail}
          </pre>
        )}
      </div>
      <Button onClick={dismiss}>{words.dismiss}</Button>
    </section>
  )
}

function confirmedText({ kind, after }: Trial, words: ReturnType<typeof useWords<'network'>>): string {
  return kind === 'ipv4' ? words.confirmed_text.ipv4(after['ipv4'] ?? '') : words.confirmed_text[kind]
}

/**
 * The name servers. They are also changed in a trial: without name resolution the device reaches neither the
 * platform nor NTP.
 */
function DnsCard({
  now,
  locked,
  seconds,
}: {
  now: AnswerAt<'/api/device/get_dns'>
  locked: string | undefined
  seconds: number | undefined
}) {
  const words = useWords('network')
  const { dns_main, dns_sub } = now
  const values = useMemo(() => ({ dns_main, dns_sub }), [dns_main, dns_sub])
  const review = useReview('/api/device/set_dns', ({ dns_main: first }) => first, {
    kind: 'dns',
    before: values,
    seconds,
  })
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
          <Field name="dns_sub" label={words.dns_sub} />
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
