/** Connects with the current input, saved or not, and publishes one message. */
import { useFieldValue } from '#src/forms/form-context.ts'
import { ServerReply, TestReport } from '#src/forms/test-report/test-report.tsx'
import { UnsavedTest } from '#src/forms/test-report/unsaved-test.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { useWords } from '#src/core/words.ts'
import { failureText } from './mqtt-connection.tsx'

export function MqttTest() {
  const [words, errors] = [useWords('mqtt'), useWords('errors')]
  const may = useStore(session).roles.includes('admin')
  const empty = useFieldValue('broker') === ''
  const why = !may ? words.test_role : empty ? words.test_empty : undefined
  return (
    <UnsavedTest
      path="/api/parking/test_mqtt"
      why={why}
      test={words.test}
      testing={words.testing}
      notTested={(message) => `${words.not_tested}：${message}`}
    >
      {(answer, forget) => (
        <TestReport
          tone={answer.failed ? 'bad' : 'ok'}
          label={words.test_result}
          headline={answer.failed ? words.bad : words.good}
          close={words.close}
          onClose={forget}
        >
          <p>
            {answer.failed === null
              ? words.good_says(answer.topic, answer.took_ms)
              : failureText(answer, words, errors)}
          </p>
          <ServerReply label={words.server_said} text={answer.said} />
        </TestReport>
      )}
    </UnsavedTest>
  )
}
