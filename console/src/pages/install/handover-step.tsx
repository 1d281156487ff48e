/** The last step: the result of each test, the steps that are still open, and the handover sheet. */
import { handover_tests } from '@parking/contract/handover/install-steps.ts'
import { useWords } from '#src/core/words.ts'
import { Sheet } from '#src/install/sheet.tsx'
import { testText } from '#src/install/test-text.ts'
import type { InstallState } from '#src/install/use-install.ts'
import { formatTime } from '#src/time/time.ts'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import styles from './install.module.css'

const tones = { good: 'ok', failed: 'bad', skipped: 'idle' } as const

export function HandoverStep({ state }: { state: InstallState }) {
  const [words, diagnose] = [useWords('install'), useWords('diagnose')]
  const open = state.steps.filter((one) => one.state !== 'done')
  return (
    <div className={styles.page}>
      <PageHeader
        title={words.handover_title}
        hint={open.length === 0 ? words.handover_done : words.handover_open(open.length)}
      />
      <div className={styles.columns}>
        <Section title={words.tests_title}>
          <ul className={styles.tests}>
            {handover_tests.map((test) => {
              const one = state.tests.find((result) => result.test === test)
              return (
                <li key={test}>
                  <strong>{words.tests[test]}</strong>
                  <StatusTag tone={!one ? 'idle' : one.stale ? 'warn' : tones[one.result]}>
                    {!one ? words.not_run : one.stale ? words.stale : words.results[one.result]}
                  </StatusTag>
                  {one && (
                    <span>
                      {testText(one, words, diagnose)}
                      <time>{formatTime(one.tested_ms)}</time>
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
        </Section>
        <div className="stack">
          <Section title={words.handover_title} hint={words.handover_hint}>
            <Sheet />
          </Section>
          {open.length > 0 && (
            <Section title={words.open_title}>
              <ul className={styles.open}>
                {open.map(({ step, lacks }) => (
                  <li key={step}>
                    <strong>{words.steps[step]}</strong>
                    {lacks.map((gap) => words.gaps[gap]).join('；')}
                  </li>
                ))}
              </ul>
            </Section>
          )}
        </div>
      </div>
    </div>
  )
}
