/** The installation (an extension of the spec): its overview, and the steps that have no page in the menu. */
import { Link } from 'react-router'
import { handover_tests } from '@parking/contract/handover/install-steps.ts'
import { useWords } from '#src/core/words.ts'
import { stepIn, addressOf } from '#src/install/install-steps.ts'
import { useInstall, type InstallState } from '#src/install/use-install.ts'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { OpenFile } from './open-file.tsx'
import { StepMark } from '#src/install/step-mark.tsx'
import { ChevronRightIcon } from '#src/ui/icons.tsx'
import { Sheet } from '#src/install/sheet.tsx'
import { testText } from '#src/install/test-text.ts'
import { formatTime } from '#src/time/time.ts'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { LotsStep } from './lots-step.tsx'
import { ProofStep } from './proof-step.tsx'
import styles from './install.module.css'

export default function InstallPage() {
  const words = useWords('install')
  const step = stepIn(useUrlState().search.toString())
  const state = useInstall()
  if (!state.data)
    return (
      <>
        <PageHeader title={words.title} />
        <Section>
          {state.isError ? <LoadFailed query={state} title={words.failed} /> : <SkeletonRows rows={9} />}
        </Section>
      </>
    )
  switch (step) {
    case 'lots':
      return <LotsStep />
    case 'proof':
      return <ProofStep proof={state.data.proof} />
    case 'handover':
      return <HandoverStep state={state.data} />
    default:
      return <AllSteps state={state.data} />
  }
}

/** The overview of all steps, each with what it still lacks; users start here and return here. */
function AllSteps({ state }: { state: InstallState }) {
  const words = useWords('install')
  return (
    <div className={styles.page}>
      <PageHeader title={words.title} hint={words.hint} />
      <OpenFile />
      <ol className={`clip bordered on-card ${styles.list}`} aria-label={words.all_steps}>
        {state.steps.map(({ step, state: how, lacks }, at) => (
          <li key={step}>
            <Link className={`row ink ${styles.row}`} to={addressOf(step)}>
              <StepMark state={how} number={at + 1} />
              <span className={`grow slim ${styles.names}`}>
                <strong className="block text-15 bold anywhere">{words.steps[step]}</strong>
                <small className="note" data-state={how}>
                  {how === 'done'
                    ? words.states.done
                    : [
                        ...(how === 'skipped' ? [words.states.skipped] : []),
                        ...lacks.map((gap) => words.gaps[gap]),
                      ].join('；')}
                </small>
              </span>
              <ChevronRightIcon />
            </Link>
          </li>
        ))}
      </ol>
    </div>
  )
}

const tones = { good: 'ok', failed: 'bad', skipped: 'idle' } as const

/** The last step: the result of each test, the steps that are still open, and the handover sheet. */
function HandoverStep({ state }: { state: InstallState }) {
  const [words, diagnose] = [useWords('install'), useWords('diagnose')]
  const open = state.steps.filter((one) => one.state !== 'done')
  return (
    <div className={styles.page}>
      <PageHeader
        title={words.handover_title}
        hint={open.length === 0 ? words.handover_done : words.handover_open(open.length)}
      />
      <div className={`stack start ${styles.columns}`}>
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
                      <time className="block ink-3">{formatTime(one.tested_ms)}</time>
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
        </Section>
        <div className="stack">
          <Section title={words.handover_title} hint={words.handover_hint}>
            <Sheet main />
          </Section>
          {open.length > 0 && (
            <Section title={words.open_title}>
              <ul className={styles.open}>
                {open.map(({ step, lacks }) => (
                  <li key={step}>
                    <strong className="block ink">{words.steps[step]}</strong>
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
