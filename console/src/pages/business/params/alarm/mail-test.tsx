/**
 * Sends a test mail with the current input, saved or not, and shows the result step by step with the server's
 * replies.
 */
import type { AnswerAt } from '#src/core/api.ts'
import { useFieldValue } from '#src/forms/form-context.ts'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { useWords } from '#src/core/words.ts'
import { ServerReply, TestReport } from '#src/forms/test-report/test-report.tsx'
import { UnsavedTest } from '#src/forms/test-report/unsaved-test.tsx'

type Answer = AnswerAt<'/api/parking/test_mail'>

export function MailTest() {
  const words = useWords('alarm')
  const may = useStore(session).roles.includes('admin')
  const needed = [useFieldValue('email_server'), useFieldValue('from_email'), useFieldValue('to_email')]
  const empty = needed.some((text) => text === '' || text === '[]')
  const why = !may ? words.test_role : empty ? words.test_empty : undefined
  return (
    <UnsavedTest
      path="/api/parking/test_mail"
      why={why}
      test={words.test}
      testing={words.testing}
      notTested={(message) => `${words.not_tested}：${message}`}
    >
      {(answer, forget) => <Outcome answer={answer} onClose={forget} />}
    </UnsavedTest>
  )
}

function Outcome({ answer, onClose }: { answer: Answer; onClose: () => void }) {
  const words = useWords('alarm')
  const { failed, tls, said, protection, signed_in, accepted, refused, took_ms } = answer
  const tone = failed ? 'bad' : refused.length > 0 ? 'warn' : 'ok'
  const text =
    failed === null
      ? words.good_says(accepted.length, took_ms)
      : failed === 'tls'
        ? `${words.steps.tls}${words.tls[tls ?? 'other']}`
        : words.steps[failed]
  return (
    <TestReport
      tone={tone}
      label={words.test_result}
      headline={failed ? words.bad : refused.length > 0 ? words.partly : words.good}
      note={
        failed === null &&
        `${words.protections[protection]} · ${signed_in ? words.signed_in : words.not_signed_in}`
      }
      close={words.close}
      onClose={onClose}
    >
      <p>{text}</p>
      <ServerReply label={words.server_said} text={said} />
      {refused.length > 0 && (
        <>
          <p>{words.refused}</p>
          <ul>
            {refused.map((one) => (
              <li key={one.address}>
                {one.address}：<q>{one.said}</q>
              </li>
            ))}
          </ul>
        </>
      )}
    </TestReport>
  )
}
