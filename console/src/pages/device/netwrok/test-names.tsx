/** Whether the new name servers answer, by the same step that the guided check walks. A device that has no such call shows nothing of it. */
import { useState } from 'react'
import { call, CallError } from '#src/api.ts'
import { Button } from '#src/ui/button/button.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/words.ts'
import styles from './trial.module.css'

type Test = { state: 'idle' | 'asking' | 'good' | 'bad' } | { state: 'failed'; says: string }

export function TestNames() {
  const words = useWords('network')
  const [test, setTest] = useState<Test>({ state: 'idle' })

  async function run() {
    setTest({ state: 'asking' })
    setTest(
      await call('/api/system/diagnose', { step: 'dns' }, { quiet: true }).then(
        ({ result }): Test => ({ state: result === 'failed' ? 'bad' : 'good' }),
        (error: unknown): Test => ({
          state: 'failed',
          says: error instanceof CallError ? error.message : String(error),
        }),
      ),
    )
  }

  return (
    <div className={styles.test}>
      <Button
        aria-disabled={test.state === 'asking'}
        onClick={() => (test.state === 'asking' ? undefined : void run())}
      >
        {test.state === 'asking' ? words.testing : words.test_dns}
      </Button>
      <span role="status">
        {test.state === 'good' && <StatusTag tone="ok">{words.dns_good}</StatusTag>}
        {test.state === 'bad' && <StatusTag tone="bad">{words.dns_bad}</StatusTag>}
        {test.state === 'failed' && <span className={styles.hint}>{test.says}</span>}
      </span>
    </div>
  )
}
