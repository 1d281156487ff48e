/**
 * The sessions of a user, by browser and origin, and ending them. Administrators also see those of others.
 */
import { useState } from 'react'
import { call, outcomeOf } from '../core/api.ts'
import { refreshReads, useCall } from '../core/queries.ts'
import { useWords } from '../core/words.ts'
import { Loaded } from '../tables/loaded.tsx'
import { RelativeTime } from '../time/relative-time.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { MonitorIcon } from '../ui/icons.tsx'
import { EmptyState } from '../ui/state/empty-state.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './sessions-dialog.module.css'

export function SessionsDialog({
  user,
  onClose,
}: {
  /** Without it, the dialog shows the current user's own sessions. */
  user?: { user_id: number; username: string }
  onClose: () => void
}) {
  const words = useWords('people')
  const query = useCall('/api/user/list_sessions', user ? { user_id: user.user_id } : {}, { every: 15_000 })
  const [running, setRunning] = useState('')
  const others = query.data?.list.filter(({ current }) => !current).length ?? 0

  async function end(what: string, ending: () => Promise<string>) {
    if (running !== '') return
    setRunning(what)
    const { answer: ended } = await outcomeOf(ending())
    await refreshReads(['/api/user/list_sessions', '/api/user/list_users'])
    setRunning('')
    if (ended !== undefined) toast.success(ended)
  }

  const endOne = (session_id: string) =>
    end(session_id, () => call('/api/user/end_session', { session_id }).then(() => words.ended))
  const endAll = () =>
    end('all', () =>
      call('/api/user/end_sessions', user ? { user_id: user.user_id } : {}).then(({ ended }) =>
        words.ended_n(ended),
      ),
    )

  return (
    <Dialog
      title={user ? words.sessions_title_of(user.username) : words.sessions_title}
      onClose={onClose}
      footer={
        <>
          {others > 0 && (
            <Button variant="danger" aria-busy={running === 'all'} onClick={() => void endAll()}>
              {query.data?.list.some(({ current }) => current) ? words.end_all_others : words.end_all}
            </Button>
          )}
          <Button onClick={onClose} data-autofocus>
            {words.close}
          </Button>
        </>
      }
    >
      <p className="note">{words.sessions_says}</p>
      <Loaded query={query} rows={3} failed={words.sessions_failed}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={words.sessions_none} heading="h3">
              {words.sessions_none_says}
            </EmptyState>
          ) : (
            <ul className="grid above-12 bordered round-8">
              {list.map(({ session_id, agent, address, create_time_str, seen_time_str, current }) => {
                const { browser, system } = browserName(agent)
                const what = words.on(browser || words.unknown_browser, system)
                return (
                  <li
                    key={session_id}
                    className={`grid middle gap-4-12 pad-12-16 ${styles.entry}`}
                    data-current={current || undefined}
                  >
                    <MonitorIcon className="ink-3" />
                    <div className={`slim anywhere ${styles.what}`}>
                      <strong title={agent || undefined}>{what}</strong>
                      {current && <StatusTag tone="ok">{words.current}</StatusTag>}
                      <p className="flex wrap text-13 ink-2 figures">
                        <span>{words.from(address)}</span>
                        <span>
                          {words.used} <RelativeTime time={seen_time_str} />
                        </span>
                        <span>{words.opened(create_time_str)}</span>
                      </p>
                    </div>
                    {!current && (
                      <Button
                        variant="quiet"
                        aria-label={words.end_of(what)}
                        aria-busy={running === session_id}
                        onClick={() => void endOne(session_id)}
                      >
                        {words.end}
                      </Button>
                    )}
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** The browser and operating system in a user agent, by their brand names; empty for unknown parts. */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bMicroMessenger\/(\d+)/, 'WeChat'],
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+).*Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

function browserName(agent: string): { browser: string; system: string } {
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1] ?? ''
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(agent)?.[1]
    if (version !== undefined) return { browser: `${name} ${version}`, system }
  }
  // A program such as `curl/8.5.0`.
  return { browser: /^[\w.-]+(?:\/[\w.]+)?/.exec(agent)?.[0] ?? '', system }
}
