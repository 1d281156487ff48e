/** Tries the connection to a server with the current input, saved or not. For administrators. */
import type { AnswerAt } from '#src/core/api.ts'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { useWords } from '#src/core/words.ts'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { useFieldValue } from '../form-context.ts'
import { ServerReply, TestReport } from './test-report.tsx'
import { UnsavedTest } from './unsaved-test.tsx'

type Path = '/api/parking/test_mqtt' | '/api/system/test_syslog'
type Text =
  | 'test'
  | 'testing'
  | 'test_result'
  | 'test_role'
  | 'test_empty'
  | 'good'
  | 'bad'
  | 'close'
  | 'server_said'

type Props<P extends Path> = {
  path: P
  /** The field with the server's address; if it is empty, nothing is tested. */
  server: string
  words: Readonly<Record<Text, string>>
  /** The sentence below "good" or "bad", and the server's own reply. */
  result: (answer: AnswerAt<P>) => { failed: boolean; says: string; said: string }
  /** That the test could not run, before the reason. */
  notTested?: string
}

export function ConnectionTest<P extends Path>({ path, server, words, result, notTested }: Props<P>) {
  const may = useStore(session).roles.includes('admin')
  const device_said = useWords('device_said')
  const empty = useFieldValue(server) === ''
  const why = !may ? words.test_role : empty ? words.test_empty : undefined
  return (
    <UnsavedTest path={path} why={why} test={words.test} testing={words.testing} notTested={notTested}>
      {(answer, forget) => {
        const { failed, says, said } = result(answer)
        return (
          <TestReport
            tone={failed ? 'bad' : 'ok'}
            label={words.test_result}
            headline={failed ? words.bad : words.good}
            close={words.close}
            onClose={forget}
          >
            <p>{says}</p>
            <ServerReply label={words.server_said} text={translateDeviceText(said, device_said)} />
          </TestReport>
        )
      }}
    </UnsavedTest>
  )
}
