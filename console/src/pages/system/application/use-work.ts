/**
 * What the package system is doing. All of it is read from `apt_status`, so that a reload of the page or a restart of the server in the middle
 * loses nothing: it is asked silently (spec §7), each second while something runs and seldom otherwise.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, CallError, type AnswerAt } from '#src/api.ts'
import { useStore } from '#src/lib/store.ts'
import { useCall } from '#src/queries.ts'
import { connectionLost } from '#src/stores/connection-lost.ts'
import { dismissed } from './dismissed.ts'
import { failureIn, isRunning, type Deed, type Refused, type WorkFailure } from './work.ts'

export type AptStatus = AnswerAt<'/api/system/apt_status'>

const path = '/api/system/apt_status'
const paths = { refresh: '/api/system/update_software_cache', update: '/api/system/update_software' } as const

export type Work = {
  /** Undefined until the device has said it. */
  status: AptStatus | undefined
  /** What runs: by the device's word, or begun here a moment ago. */
  running: Deed | undefined
  /** True while the device does not answer in the middle of it: an update restarts its service. */
  restarting: boolean
  failure: WorkFailure | undefined
  start: (deed: Deed) => Promise<void>
  dismiss: () => void
}

export function useWork(): Work {
  const client = useQueryClient()
  const [begun, setBegun] = useState<Deed>()
  const [refused, setRefused] = useState<Refused>()
  const hidden = useStore(dismissed.store)
  const gone = useStore(connectionLost) !== undefined
  const now = () => client.getQueryData<AptStatus>([path, {}])
  const { data: status } = useCall(
    path,
    {},
    { every: begun !== undefined || isRunning(now()) ? 1_000 : 10_000 },
  )
  const running = runningIn(status) ?? begun
  const failure = running ? undefined : failureIn(status, refused, hidden)

  // An end changes what is installed and what could be.
  const end = `${status?.state ?? ''} ${status?.ended_ms ?? ''}`
  const seen = useRef(end)
  useEffect(() => {
    if (seen.current !== end && !seen.current.startsWith(' '))
      for (const read of ['/api/system/software_version', '/api/system/app_status'])
        void client.invalidateQueries({ queryKey: [read] })
    seen.current = end
  }, [client, end])

  async function start(deed: Deed) {
    const before = now()
    dismissed.forget()
    setRefused(undefined)
    setBegun(deed)
    const error = await call(paths[deed], {}, { quiet: true }).then(() => undefined, asFailure)
    await client.invalidateQueries({ queryKey: [path] })
    setBegun(undefined)
    // What was tried and failed stands in apt_status, where a reload finds it again; what was turned away at the door does not.
    const after = now()
    const told = isRunning(after) || (after?.state === 'failed' && after.ended_ms !== before?.ended_ms)
    if (error && error.kind !== 'unreachable' && !told)
      setRefused({ deed, message: error.message, detail: error.detail, after: after?.ended_ms ?? null })
  }

  return {
    status,
    running,
    restarting: running !== undefined && gone,
    failure,
    start,
    dismiss: () => failure && dismissed.note(failure.key),
  }
}

function runningIn(status: AptStatus | undefined): Deed | undefined {
  if (status?.state === 'refreshing') return 'refresh'
  return status?.state === 'updating' ? 'update' : undefined
}

function asFailure(error: unknown): CallError {
  if (error instanceof CallError) return error
  throw error
}
