/**
 * Reads and changes from a component (TanStack Query over api.ts).
 * Reads are quiet: the page shows an error state or a stale mark.
 */
import type { Path } from '@parking/contract/calls.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import {
  keepPreviousData,
  QueryClient,
  useMutation,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { connectionLost } from '../stores/connection-lost.ts'
import { plannedRestart } from '../stores/planned-restart.ts'
import { toast } from '../ui/toast.tsx'
import { call, CallError, type AnswerAt, type BodyAt, type CallOptions } from './api.ts'

/** A read whose answer was lost is repeated once. */
const retry = (failures: number, error: unknown): boolean =>
  failures === 0 && error instanceof CallError && error.kind === 'unreachable' && !connectionLost.get()

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry,
      retryDelay: 1_000,
      staleTime: 1_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

export type CallState<T> = UseQueryResult<T, CallError>

/** Repeats reads that a change has made stale. */
export const refreshReads = async (paths: readonly Path[]): Promise<void> =>
  void (await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] }))))

/**
 * The answer of a call, kept up to date. `every`: the polling interval in milliseconds; polling pauses in a
 * hidden tab. `keep` shows the last answer while another page or filter loads, so that the list does not
 * jump. A `large` answer is not compared with the last one, because that takes longer than rendering it.
 */
export function useCall<P extends Path>(
  path: P,
  body: BodyAt<P>,
  options: { every?: number; enabled?: boolean; keep?: boolean; large?: boolean } = {},
): CallState<AnswerAt<P>> {
  const state = useQuery<AnswerAt<P>, CallError>({
    queryKey: [path, body],
    queryFn: ({ signal }) => call(path, body, { signal, quiet: true, repeatable: true }),
    enabled: options.enabled ?? true,
    // No polling while the connection is lost: the reconnection fetches everything again.
    refetchInterval: () => (connectionLost.get() || plannedRestart.get() ? false : (options.every ?? false)),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
    ...(options.large ? { structuralSharing: false } : {}),
  })
  // Rendered in slices, so that several answers at once do not delay a click (docs/decisions/0010).
  return useDeferredValue(state)
}

/**
 * Reads again because a user asked for it: a failure is shown as a toast with its reason (spec §8). Polls
 * stay silent. Returns the new answer.
 */
export async function readAgain<T>(query: CallState<T>): Promise<T | undefined> {
  const { data, error } = await query.refetch()
  if (error) toast.error(error.message)
  return error ? undefined : data
}

/**
 * Starts a read before its component is mounted. It never ends the session; a failure is left to the
 * component, which reads again, and to the session check.
 */
export function readEarly<P extends Path>(path: P, body: BodyAt<P>): Promise<AnswerAt<P> | undefined> {
  return queryClient
    .fetchQuery<AnswerAt<P>>({
      queryKey: [path, body],
      queryFn: ({ signal }) => call(path, body, { signal, quiet: true, guard: true, repeatable: true }),
      retry: false,
    })
    .catch(() => undefined)
}

/** Maximum time in milliseconds that a page waits for its first answers before it is drawn. */
const max_wait_ms = 60

/** Waits a moment for early reads, so that a page is drawn once with them instead of first without them. */
export const awaitBriefly = (reads: Promise<unknown>): Promise<void> =>
  Promise.race([
    reads.then(() => undefined),
    new Promise<void>((resolve) => setTimeout(resolve, max_wait_ms)),
  ])

export type Change<P extends Path> = {
  /** Never throws: a failure becomes a toast and issues for the form. Undefined on failure. */
  run: (body: BodyAt<P>) => Promise<AnswerAt<P> | undefined>
  running: boolean
  /** The issues that the device found in the last run, by field. */
  issues: readonly Issue[]
  /** The last failure, for a page that shows more than the toast. */
  error: CallError | undefined
}

const no_issues: readonly Issue[] = []

/**
 * A call that changes something. `refresh` names the reads that it makes stale. `quiet` is for forms that
 * show failures themselves.
 */
export function useChange<P extends Path>(
  path: P,
  options: {
    done?: (answer: AnswerAt<P>) => void
    failed?: (error: CallError) => void
    refresh?: readonly Path[]
  } & Pick<CallOptions, 'quiet' | 'patience_ms'> = {},
): Change<P> {
  const mutation = useMutation<AnswerAt<P>, CallError, BodyAt<P>>({
    mutationFn: (body) =>
      call(path, body, {
        quiet: options.quiet ?? false,
        ...(options.patience_ms !== undefined && { patience_ms: options.patience_ms }),
      }),
  })
  return {
    running: mutation.isPending,
    error: mutation.error ?? undefined,
    issues: mutation.error instanceof CallError ? mutation.error.issues : no_issues,
    run: async (body) => {
      const outcome = await mutation.mutateAsync(body).then(
        (answer) => ({ answer }),
        (error: CallError) => {
          options.failed?.(error)
          return undefined
        },
      )
      if (!outcome) return undefined
      await refreshReads(options.refresh ?? [])
      options.done?.(outcome.answer)
      return outcome.answer
    },
  }
}
