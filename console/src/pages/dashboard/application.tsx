/** What the analysis application is doing, and the four controls of spec §2. What may be done in which state is `appCan` of the contract. */
import { appCan, type AppAction, type AppState } from '@parking/contract/system/app-can.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerAt } from '#src/api.ts'
import { useMayWork } from '#src/forms/use-may-work.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useCall, useChange, type CallState } from '#src/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/words.ts'
import styles from './dashboard.module.css'

type AppStatus = AnswerAt<'/api/system/app_status'>
type Deed = AppAction | 'resume'

const tones: Record<AppState, Tone> = {
  stopped: 'idle',
  starting: 'info',
  running: 'ok',
  stopping: 'info',
  failed: 'bad',
  unsupported: 'idle',
}
const deeds = ['start', 'stop', 'restart'] as const

/** `queued`: a panel of its own says what waits to be sent. */
export function Application({ query, queued }: { query: CallState<AppStatus>; queued: boolean }) {
  const words = useWords('dashboard')
  const state = query.data && stateOf(query.data)
  return (
    <Section
      title={words.application}
      action={state && <StatusTag tone={tones[state]}>{words.states[state]}</StatusTag>}
    >
      <Loaded query={query} rows={6} failed={words.failed}>
        {(status) => (
          <>
            {status.reason && (
              <p className={styles.reason} role="status">
                {status.reason}
              </p>
            )}
            <dl className={styles.facts}>
              <Fact label={words.startup}>{status.startup ? words.on : words.off}</Fact>
              <Fact label={words.running}>{status.running ? words.yes : words.no}</Fact>
              <Fact label={words.auto_update}>{status.auto_update ? words.on : words.off}</Fact>
              <Fact label={words.connected}>
                <StatusTag tone={status.connected ? 'ok' : 'idle'}>
                  {status.connected ? words.is_connected : words.not_connected}
                </StatusTag>
              </Fact>
              <Fact label={words.app_version}>
                {[status.name, status.version].filter(Boolean).join(' ') || words.none}
              </Fact>
              {!queued && (
                <Fact label={words.waiting}>
                  {!status.waiting ? (
                    words.waiting_n(0)
                  ) : (
                    <Link to="/business/data/parking" title={words.see_waiting}>
                      {words.waiting_n(status.waiting)}
                    </Link>
                  )}
                </Fact>
              )}
            </dl>
          </>
        )}
      </Loaded>
      <Controls status={query.data} />
    </Section>
  )
}

function Controls({ status }: { status: AppStatus | undefined }) {
  const words = useWords('dashboard')
  const may = useMayWork()
  const [doing, setDoing] = useState<Deed>()
  const lots = useCall('/api/camera/get_all_lots_no', {}, { enabled: status !== undefined })
  const control = useChange('/api/system/app_control', { refresh: ['/api/system/app_status'] })
  const resume = useChange('/api/system/parking_event_resume_upload', {
    refresh: ['/api/system/app_status', '/api/parking/event_queue'],
    done: ({ resumed }) => toast.success(words.done_resume(resumed)),
  })

  function whyNot(deed: Deed): string | undefined {
    if (!may) return words.why_role
    if (doing !== undefined && doing !== deed) return words.why_busy
    if (!status) return words.why_unknown
    if (deed === 'resume') return status.waiting === 0 ? words.why_nothing : undefined
    return appCan[deed].includes(stateOf(status)) ? undefined : words.why[stateOf(status)]
  }

  async function run(deed: Deed) {
    if (
      !(await confirm({
        title: words.ask[deed],
        body: effectOf(deed),
        confirm: words[deed],
        danger: deed === 'stop',
      }))
    )
      return
    setDoing(deed)
    if (deed === 'resume') await resume.run({})
    else if (await control.run({ action: deed })) toast.success(words.done[deed])
    setDoing(undefined)
  }

  function effectOf(deed: Deed): string {
    if (deed === 'resume') return words.effect_resume(status?.waiting ?? 0)
    if (!lots.data) return words.effect_plain[deed]
    return words.effect[deed](new Set(lots.data.list.map((lot) => lot.camera_sn)).size, lots.data.total)
  }

  return (
    <div className={styles.controls}>
      {[...deeds, 'resume' as const].map((deed) => (
        <WhyButton
          key={deed}
          why={doing === deed ? undefined : whyNot(deed)}
          busy={doing === deed}
          onPress={() => void run(deed)}
        >
          {doing === deed ? words.doing[deed] : words[deed]}
        </WhyButton>
      ))}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A device that does not say its state says at least whether the application runs (spec §2). */
const stateOf = (status: AppStatus): AppState => status.state ?? (status.running ? 'running' : 'stopped')
