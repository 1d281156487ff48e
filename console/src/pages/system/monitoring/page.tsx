/**
 * Data that the device offers to the monitoring of many boxes (an extension of the spec): metrics for
 * scraping.
 */
import { useId, useState } from 'react'
import { useWords } from '#src/core/words.ts'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { Switch } from '#src/forms/switch.tsx'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { formatTime } from '#src/time/time.ts'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import { NotedDialog } from '#src/session/noted-dialog.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import styles from './monitoring.module.css'

export default function Monitoring() {
  const [words, titles] = [useWords('monitoring'), useWords('shell').routes]
  return (
    <>
      <PageHeader title={titles.system_monitoring} hint={words.hint} />
      <MetricsCard />
    </>
  )
}

type State = AnswerAt<'/api/system/get_metrics'>

/** Prometheus scrapes at least every minute; without a scrape for five minutes it has stopped. */
const silent_ms = 300_000

/** Whether `/metrics` is served, its token, and the last scrape. */
function MetricsCard() {
  const words = useWords('monitoring')
  const may = useStore(session).roles.includes('admin')
  const query = useCall('/api/system/get_metrics', {}, { every: 5_000 })
  const [token, setToken] = useState<string>()
  const renew = useChange('/api/system/renew_metrics_token', {
    refresh: ['/api/system/get_metrics'],
    done: (answer) => setToken(answer.token),
  })
  async function ask() {
    const had = query.data?.token_ms !== null
    const confirmed =
      !had ||
      (await confirm({
        title: words.renew_ask,
        body: words.renew_says,
        confirm: words.renew,
        danger: true,
      }))
    if (confirmed) await renew.run({})
  }
  return (
    <Section
      title={words.metrics}
      hint={words.metrics_hint}
      action={
        query.data && (
          <WhyButton
            why={may ? undefined : words.admins_only}
            busy={renew.running}
            onPress={() => void ask()}
          >
            {query.data.token_ms === null ? words.make : words.renew}
          </WhyButton>
        )
      }
    >
      <Loaded query={query} rows={4} failed={words.failed}>
        {(state) => (
          <>
            <ScrapeFacts state={state} />
            <Serve state={state} may={may} />
          </>
        )}
      </Loaded>
      {token !== undefined && <MetricsToken token={token} onClose={() => setToken(undefined)} />}
    </Section>
  )
}

function ScrapeFacts({ state: { enabled, token_ms, scrape } }: { state: State }) {
  const words = useWords('monitoring')
  const fresh = scrape !== null && scrape.age_ms < silent_ms
  return (
    <Facts className={styles.facts}>
      <Fact name={words.state}>
        <StatusTag tone={!enabled ? 'idle' : fresh ? 'ok' : 'info'}>
          {!enabled ? words.states.off : fresh ? words.states.scraped : words.states.waiting}
        </StatusTag>
      </Fact>
      <Fact name={words.token}>
        {token_ms === null ? words.no_token : words.token_since(formatTime(token_ms))}
      </Fact>
      <Fact name={words.last_scrape}>
        {scrape === null ? (
          '--'
        ) : (
          <>
            <span>{formatTime(scrape.at_ms)}</span>
            <span className="note">{words.scraped_by(scrape.by, scrape.samples, scrape.took_ms)}</span>
          </>
        )}
      </Fact>
    </Facts>
  )
}

function Serve({ state: { enabled, token_ms }, may }: { state: State; may: boolean }) {
  const words = useWords('monitoring')
  const id = useId()
  const change = useChange('/api/system/update_metrics', {
    refresh: ['/api/system/get_metrics'],
    done: () => toast.success(words.saved),
  })
  const why = !may ? words.admins_only : token_ms === null ? words.token_first : undefined
  return (
    <>
      <label className={`inline-row gap-10 pointer ${styles.switch}`}>
        <Switch
          checked={enabled}
          disabled={why !== undefined || change.running}
          aria-describedby={`${id}note`}
          onChange={() => void change.run({ enabled: !enabled })}
        />
        <span>{words.serve}</span>
      </label>
      <p id={`${id}note`} className={`note above-4 ${styles.note}`}>
        {why ?? words.serve_hint}
      </p>
    </>
  )
}

type Props = { token: string; onClose: () => void }

/** The token of `/metrics`, shown once, with the settings of Prometheus that use it. */
function MetricsToken({ token, onClose }: Props) {
  const words = useWords('monitoring')
  return (
    <NotedDialog
      title={words.once_title}
      says={words.once_says}
      noted={words.noted}
      why={words.noted_why}
      onClose={onClose}
    >
      <p className="pad-12-16 anywhere bordered round-8 on-subtle">
        <CopyText text={token}>
          <code className="text-13 mono">{token}</code>
        </CopyText>
      </p>
      <div className={styles.sample}>
        <h3>{words.sample}</h3>
        <pre className="text-13 mono pad-12-16 round-8 on-subtle leading-20">
          {settingsFor(location.protocol, location.host)}
        </pre>
      </div>
    </NotedDialog>
  )
}

/** The token belongs in a file that only Prometheus reads, not in its settings. */
const settingsFor = (protocol: string, host: string): string =>
  [
    'scrape_configs:',
    '  - job_name: parking-edge',
    `    scheme: ${protocol.replace(':', '')}`,
    '    authorization:',
    '      credentials_file: /etc/prometheus/parking-edge.token',
    '    static_configs:',
    `      - targets: ['${host}']`,
  ].join('\n')
