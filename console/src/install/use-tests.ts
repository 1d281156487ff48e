/** The tests of the installation, as a page runs them: which one is running, and what they found. */
import type { HandoverResult } from '@parking/contract/handover/handover.ts'
import type { HandoverTest } from '@parking/contract/handover/install-steps.ts'
import { useState } from 'react'
import { useChange } from '../core/queries.ts'

/** Runs tests of the installation one after another; the device keeps their results. */
export function useTests(wanted: readonly HandoverTest[]): {
  /** The test that is running. */
  running: HandoverTest | undefined
  /** The results of the last run, in test order; undefined before the first run. */
  results: readonly HandoverResult[] | undefined
  /** Returns true if no test failed. */
  run: () => Promise<boolean>
} {
  const test = useChange('/api/system/run_handover_test')
  const refresh = useChange('/api/system/run_handover_test', { refresh: ['/api/system/install_state'] })
  const [running, setRunning] = useState<HandoverTest>()
  const [results, setResults] = useState<readonly HandoverResult[]>()
  return {
    running,
    results,
    async run() {
      const found: HandoverResult[] = []
      for (const [at, name] of wanted.entries()) {
        setRunning(name)
        const answer = await (at === wanted.length - 1 ? refresh : test).run({ test: name })
        if (!answer) {
          setRunning(undefined)
          return false
        }
        found.push(answer)
      }
      setRunning(undefined)
      setResults(found)
      return found.every(({ result }) => result !== 'failed')
    },
  }
}
