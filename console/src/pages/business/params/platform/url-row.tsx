/** One URL of the platform, and its test with the form's current input, saved or not. */
import type { PlatformUrl } from '@parking/contract/params/platform-urls.ts'
import { failureText, type AnswerAt } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue } from '#src/forms/form-context.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { useWords } from '#src/core/words.ts'
import { useUnsavedTest } from '#src/forms/test-report/use-unsaved-test.ts'
import type { Areas } from '#src/locales/areas.ts'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { ServerReply, TestReport } from '#src/forms/test-report/test-report.tsx'
import styles from './platform.module.css'
import test_result_styles from './test-result.module.css'

export type Tested = AnswerAt<'/api/parking/test_platform'>

export function UrlRow({ name }: { name: PlatformUrl }) {
  const words = useWords('platform')
  const may = useStore(session).roles.includes('admin')
  const empty = String(useFieldValue(name)).trim() === ''
  const { state, run, forget } = useUnsavedTest('/api/parking/test_platform', { url_name: name })
  const why = !may ? words.test_role : empty ? words.test_empty : undefined

  return (
    <div className={`line-above ${styles.url}`}>
      <div className={`grid start gap-12 ${styles.urlLine}`}>
        <Field name={name} label={words.fields[name]} />
        {/* Keeps the focus: the field's error would otherwise move the button away from the pointer. */}
        <div className={styles.urlTest} role="presentation" onMouseDown={(event) => event.preventDefault()}>
          <WhyButton why={why} busy={state.kind === 'testing'} onPress={() => void run()}>
            {state.kind === 'testing' ? words.testing : words.test}
            <span className="visually-hidden"> {words.fields[name]}</span>
          </WhyButton>
        </div>
      </div>
      <div role="status">
        {state.kind === 'tested' && <TestResult name={name} tested={state.answer} onClose={forget} />}
        {state.kind === 'failed' && state.error.issues.length === 0 && (
          <p className="below-12 text-13 bad">{failureText(words.not_tested, state.error)}</p>
        )}
      </div>
    </div>
  )
}

type Exchange = Tested['list'][number]
type Words = Areas['platform']

/** The result of a test in one sentence, with every request and response to inspect. */
function TestResult({ name, tested, onClose }: { name: PlatformUrl; tested: Tested; onClose: () => void }) {
  const [words, said] = [useWords('platform'), useWords('device_said')]
  const failed = tested.list.find((one) => one.failed !== null)
  const last = tested.list.at(-1)
  return (
    <div className={test_result_styles.report}>
      <TestReport
        tone={failed ? 'bad' : 'ok'}
        label={words.result_of(words.fields[name])}
        headline={failed ? words.bad : words.good}
        note={failed && failed.url_name !== name && words.failed_at(words.fields[failed.url_name])}
        close={words.close}
        onClose={onClose}
      >
        <p>{failed ? reasonOf(failed, words) : words.good_says(last?.took_ms ?? 0)}</p>
        {failed && (
          <ServerReply
            label={failed.response ? words.platform_said : words.system_said}
            text={translateDeviceText(failed.said, said)}
          />
        )}
        {tested.list.map((one) => (
          <ExchangeDetails key={one.url_name} one={one} open={one.failed !== null} words={words} />
        ))}
      </TestReport>
    </div>
  )
}

function reasonOf({ failed, tls, response }: Exchange, words: Words): string {
  if (failed === null) return ''
  if (failed === 'tls') return `${words.steps.tls}${words.tls[tls ?? 'other']}`
  if (failed === 'status') {
    const status = response?.status ?? 0
    return words.steps.status(status) + words.status_advice[adviceOf(status)]
  }
  return words.steps[failed]
}

function adviceOf(status: number): keyof Words['status_advice'] {
  if (status === 401 || status === 403) return 'auth'
  if (status === 404 || status === 405) return 'path'
  if (status >= 300 && status < 400) return 'redirect'
  return status >= 500 ? 'server' : 'other'
}

function ExchangeDetails({ one, open, words }: { one: Exchange; open: boolean; words: Words }) {
  const { request, response } = one
  return (
    <details className={`slim bordered round-6 on-card ${test_result_styles.look}`} open={open}>
      <summary className="flex wrap baseline pad-8-12 ink-2 figures round-6">
        <span className="ink bold">{words.fields[one.url_name]}</span>
        <code>
          {request.method} {request.url}
        </code>
        <span
          className={`bold ${test_result_styles.lookStatus}`}
          data-tone={one.failed === null ? 'ok' : 'bad'}
        >
          {response ? `HTTP ${response.status}` : words.no_answer}
        </span>
        <span>{words.took(one.took_ms)}</span>
      </summary>
      <div className={`grid gap-12 ${test_result_styles.sides}`}>
        <Side title={words.request} headers={request.headers} body={request.body} words={words} />
        {response ? (
          <Side
            title={words.answer}
            headers={response.headers}
            body={response.body}
            words={words}
            cut={response.cut}
          />
        ) : (
          <p className={`center paragraph ink-3 ${test_result_styles.nothing}`}>{words.no_answer}</p>
        )}
      </div>
      <p className={test_result_styles.masked}>{words.masked}</p>
    </details>
  )
}

function Side({
  title,
  headers,
  body,
  cut = false,
  words,
}: {
  title: string
  headers: readonly (readonly [string, string])[]
  body: string
  cut?: boolean
  words: Words
}) {
  return (
    <div className={`slim ${test_result_styles.side}`}>
      <h3>{title}</h3>
      <Text
        label={`${title} ${words.headers}`}
        text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
      />
      <Text label={`${title} ${words.body}`} text={body === '' ? words.empty_body : body} />
      {cut && <p className={test_result_styles.masked}>{words.cut}</p>}
    </div>
  )
}

/** A text box can be scrolled, selected and copied by keyboard. */
const Text = ({ label, text }: { label: string; text: string }) => (
  <textarea
    readOnly
    spellCheck={false}
    aria-label={label}
    rows={Math.min(14, text.split('\n').length)}
    value={text}
  />
)
