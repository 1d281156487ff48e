/** Tests the new name servers with the DNS step of the guided diagnosis. */
import { useState } from 'react'
import { call, outcomeOf } from '#src/core/api.ts'
import { Button } from '#src/ui/button/button.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import shared from './trial.module.css'
import styles from './test-name-servers.module.css'

type Test = { state: 'idle' | 'running' | 'good' | 'bad' } | { state: 'failed'; message: string }

export function TestNameServers() {
  const words = useWords('network')
  const [test, setTest] = useState<Test>({ state: 'idle' })

  async function run() {
    setTest({ state: 'running' })
    const { answer, error } = await outcomeOf(call('/api/system/diagnose', { step: 'dns' }, { quiet: true }))
    setTest(
      error
        ? { state: 'failed', message: error.message }
        : { state: answer.result === 'failed' ? 'bad' : 'good' },
    )
  }

  return (
    <div className={styles.test}>
      <Button
        aria-disabled={test.state === 'running'}
        onClick={() => (test.state === 'running' ? undefined : void run())}
      >
        {test.state === 'running' ? words.testing : words.test_dns}
      </Button>
      <span role="status">
        {test.state === 'good' && <StatusTag tone="ok">{words.dns_good}</StatusTag>}
        {test.state === 'bad' && <StatusTag tone="bad">{words.dns_bad}</StatusTag>}
        {test.state === 'failed' && <span className={shared.hint}>{test.message}</span>}
      </span>
    </div>
  )
}
