/** The result of a test in one sentence, with every request and response to inspect. */
import type { PlatformUrl } from '@parking/contract/params/platform-urls.ts'
import type { Areas } from '#src/locales/areas.ts'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { useWords } from '#src/core/words.ts'
import { ServerReply, TestReport } from '#src/forms/test-report/test-report.tsx'
import styles from './test-result.module.css'
import type { Tested } from './url-row.tsx'

type Exchange = Tested['list'][number]
type Words = Areas['platform']

export function TestResult({
  name,
  tested,
  onClose,
}: {
  name: PlatformUrl
  tested: Tested
  onClose: () => void
}) {
  const [words, said] = [useWords('platform'), useWords('device_said')]
  const failed = tested.list.find((one) => one.failed !== null)
  const last = tested.list.at(-1)
  return (
    <div className={styles.report}>
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
    <details className={styles.look} open={open}>
      <summary>
        <span className={styles.lookName}>{words.fields[one.url_name]}</span>
        <code>
          {request.method} {request.url}
        </code>
        <span className={styles.lookStatus} data-tone={one.failed === null ? 'ok' : 'bad'}>
          {response ? `HTTP ${response.status}` : words.no_answer}
        </span>
        <span>{words.took(one.took_ms)}</span>
      </summary>
      <div className={styles.sides}>
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
          <p className={styles.nothing}>{words.no_answer}</p>
        )}
      </div>
      <p className={styles.masked}>{words.masked}</p>
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
    <div className={styles.side}>
      <h3>{title}</h3>
      <Text
        label={`${title} ${words.headers}`}
        text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
      />
      <Text label={`${title} ${words.body}`} text={body === '' ? words.empty_body : body} />
      {cut && <p className={styles.masked}>{words.cut}</p>}
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
