/**
 * The state of the package system, read only from `apt_status`, so that a reload of the page or a restart of
 * the server loses nothing. Polled silently (spec §7): every second while an action runs, otherwise every
 * ten.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, isUnknown, outcomeOf, type AnswerAt } from '#src/core/api.ts'
import { useStore, createStore } from '#src/lib/store.ts'
import { useCall } from '#src/core/queries.ts'
import { connectionLost } from '#src/stores/connection-lost.ts'
import { failureIn, isRunning, type PackageAction, type RefusedAction, type WorkFailure } from './work.ts'

export type AptStatus = AnswerAt<'/api/system/apt_status'>

const path = '/api/system/apt_status'
const paths = { refresh: '/api/system/update_software_cache', update: '/api/system/update_software' } as const

export type Work = {
  /** Undefined until the device has answered. */
  status: AptStatus | undefined
  /** The running action, as reported by the device or just started here. */
  running: PackageAction | undefined
  /** True while the device does not answer during an action: an update restarts its service. */
  restarting: boolean
  failure: WorkFailure | undefined
  start: (action: PackageAction) => Promise<void>
  dismiss: () => void
}

export function useWork(): Work {
  const client = useQueryClient()
  const [started, setStarted] = useState<PackageAction>()
  const [refused, setRefused] = useState<RefusedAction>()
  const hidden = useStore(dismissed.store)
  const disconnected = useStore(connectionLost) !== undefined
  const now = () => client.getQueryData<AptStatus>([path, {}])
  const { data: status } = useCall(
    path,
    {},
    { every: started !== undefined || isRunning(now()) ? 1_000 : 10_000 },
  )
  const running = runningIn(status) ?? started
  const failure = running ? undefined : failureIn(status, refused, hidden)

  // The versions have changed when an action ends.
  const end = `${status?.state ?? ''} ${status?.ended_ms ?? ''}`
  const seen = useRef(end)
  useEffect(() => {
    if (seen.current !== end && !seen.current.startsWith(' '))
      for (const read of ['/api/system/software_version', '/api/system/app_status'])
        void client.invalidateQueries({ queryKey: [read] })
    seen.current = end
  }, [client, end])

  async function start(action: PackageAction) {
    const before = now()
    dismissed.forget()
    setRefused(undefined)
    setStarted(action)
    const { error } = await outcomeOf(call(paths[action], {}, { quiet: (failed) => !isUnknown(failed) }))
    await client.invalidateQueries({ queryKey: [path] })
    setStarted(undefined)
    // apt_status reports a failed action, even after a reload, but not an action that the device refused to
    // start.
    const after = now()
    const reported = isRunning(after) || (after?.state === 'failed' && after.ended_ms !== before?.ended_ms)
    if (error && !isUnknown(error) && !reported)
      setRefused({ action, message: error.message, detail: error.detail, after: after?.ended_ms ?? null })
  }

  return {
    status,
    running,
    restarting: running !== undefined && disconnected,
    failure,
    start,
    dismiss: () => failure && dismissed.record(failure.key),
  }
}

function runningIn(status: AptStatus | undefined): PackageAction | undefined {
  if (status?.state === 'refreshing') return 'refresh'
  return status?.state === 'updating' ? 'update' : undefined
}

const key = 'dismissed:apt'
const store = createStore(sessionStorage.getItem(key) ?? '')

/**
 * The failure of the package system that the user dismissed, stored per browser tab: the device reports it
 * until the next run.
 */
const dismissed = {
  store,
  record(failure: string) {
    sessionStorage.setItem(key, failure)
    store.set(failure)
  },
  forget() {
    sessionStorage.removeItem(key)
    store.set('')
  },
}
