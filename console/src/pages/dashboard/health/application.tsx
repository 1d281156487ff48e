/**
 * The state of the analysis application and its controls (spec §2). `allowed_app_states` lists the states in
 * which each action is allowed.
 */
import { allowed_app_states, type AppAction, type AppState } from '@parking/contract/system/app-states.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerAt } from '#src/core/api.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { ResumeUpload } from '#src/events/queue/resume-upload.tsx'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useCall, useChange, type CallState } from '#src/core/queries.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { useWords } from '#src/core/words.ts'
import shared from './dashboard.module.css'

type AppStatus = AnswerAt<'/api/system/app_status'>

const tones: Record<AppState, Tone> = {
  stopped: 'idle',
  starting: 'info',
  running: 'ok',
  stopping: 'info',
  failed: 'bad',
  unsupported: 'idle',
}
const app_actions = ['start', 'stop', 'restart'] as const

/** `queued`: true if another panel shows the waiting events. */
export function Application({ query, queued }: { query: CallState<AppStatus>; queued: boolean }) {
  const [words, said] = [useWords('dashboard'), useWords('device_said')]
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
              <p className="pad-8-12 below-16 text-13 bad anywhere round-6 on-bad leading-15" role="status">
                {translateDeviceText(status.reason, said)}
              </p>
            )}
            <Facts>
              <Fact name={words.startup}>{status.startup ? words.on : words.off}</Fact>
              <Fact name={words.running}>{status.running ? words.yes : words.no}</Fact>
              <Fact name={words.auto_update}>{status.auto_update ? words.on : words.off}</Fact>
              <Fact name={words.connected}>
                <StatusTag tone={status.connected ? 'ok' : 'idle'}>
                  {status.connected ? words.is_connected : words.not_connected}
                </StatusTag>
              </Fact>
              <Fact name={words.app_version}>
                {[status.name, status.version].filter(Boolean).join(' ') || words.none}
              </Fact>
              {!queued && (
                <Fact name={words.waiting}>
                  {!status.waiting ? (
                    words.waiting_n(0)
                  ) : (
                    <Link to="/business/data/parking" title={words.see_waiting}>
                      {words.waiting_n(status.waiting)}
                    </Link>
                  )}
                </Fact>
              )}
            </Facts>
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
  const [running_action, setRunningAction] = useState<AppAction>()
  const control = useChange('/api/system/app_control', { refresh: ['/api/system/app_status'] })
  function whyNot(action: AppAction): string | undefined {
    if (!may) return words.why_role
    if (running_action !== undefined && running_action !== action) return words.why_busy
    if (!status) return words.why_unknown
    return allowed_app_states[action].includes(stateOf(status)) ? undefined : words.why[stateOf(status)]
  }

  async function run(action: AppAction) {
    if (
      !(await confirm({
        title: words.ask[action],
        body: <Effect action={action} />,
        confirm: words[action],
        danger: action === 'stop',
      }))
    )
      return
    setRunningAction(action)
    if (await control.run({ action: action })) toast.success(words.done[action])
    setRunningAction(undefined)
  }

  return (
    <div className={`flex wrap gap-8 line-above ${shared.controls}`}>
      {app_actions.map((action) => (
        <WhyButton
          key={action}
          why={running_action === action ? undefined : whyNot(action)}
          busy={running_action === action}
          onPress={() => void run(action)}
        >
          {running_action === action ? words.doing[action] : words[action]}
        </WhyButton>
      ))}
      <ResumeUpload />
    </div>
  )
}

/** What an action means for the street. The figures are loaded while the question is open. */
function Effect({ action }: { action: AppAction }) {
  const words = useWords('dashboard')
  const lots = useCall('/api/camera/get_all_lots_no', {})
  if (!lots.data) return words.effect_plain[action]
  return words.effect[action](new Set(lots.data.list.map((lot) => lot.camera_sn)).size, lots.data.total)
}

/** The state of the application; a device without `state` at least reports whether it runs (spec §2). */
const stateOf = (status: AppStatus): AppState => status.state ?? (status.running ? 'running' : 'stopped')
