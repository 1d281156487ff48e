/**
 * Sends the audit by syslog: the state, the settings, and a test of the settings as typed. Long because the
 * parts of its form are used here only.
 */
import type { TlsError } from '@parking/contract/core/server-trust.ts'
import { syslog_settings, type SyslogStep } from '@parking/contract/system/syslog.ts'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { Form } from '#src/forms/form.tsx'
import { HelpToggle } from '#src/forms/help-toggle.tsx'
import { SaveBar } from '#src/forms/save-bar/save-bar.tsx'
import { ConnectionTest } from '#src/forms/test-report/connection-test.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { formatTime } from '#src/time/time.ts'
import { Section } from '#src/ui/section.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { toast } from '#src/ui/toast.tsx'
import form from '#src/forms/form.module.css'
import { ServerTrust } from '#src/forms/server-trust/server-trust.tsx'
import styles from './syslog-card.module.css'

const tones: Record<'off' | 'connecting' | 'sending' | 'failing', Tone> = {
  off: 'idle',
  connecting: 'info',
  sending: 'ok',
  failing: 'bad',
}

export function SyslogCard() {
  const words = useWords('audit')
  const { label: trust } = useWords('server_trust')
  const roles = useStore(session).roles
  const may = roles.includes('admin')
  const sees = roles.some((role) => role !== 'viewer')
  const query = useCall('/api/system/get_syslog', {}, { enabled: sees })
  const change = useChange('/api/system/update_syslog', {
    refresh: ['/api/system/get_syslog', '/api/system/syslog_state'],
    done: () => toast.success(words.saved),
  })
  if (!sees || (query.data === undefined && query.error?.reason === 'unsupported')) return null
  return (
    <Section title={words.syslog} hint={words.syslog_hint} action={<HelpToggle />}>
      <State />
      <Loaded query={query} rows={4} failed={words.failed}>
        {(values) => (
          <Form
            schema={syslog_settings}
            values={values}
            issues={change.issues}
            onSave={(body) => change.run(body)}
            draft="syslog"
            labels={{ protocol: words.protocol, framing: words.framing, trust }}
            help={helpOf(words)}
            folds
            locked={may ? undefined : words.admins_only}
          >
            <div className={`grid start ${styles.fields}`}>
              <Field name="enabled" label={words.enabled} />
              <Field name="host" label={words.host} hint={words.host_hint} />
              <Field name="port" label={words.port} />
              <Choice name="protocol" label={words.protocol} options={words.protocols} />
              <Choice name="framing" label={words.framing} options={words.framings} />
              <Field name="events" label={words.events} />
              <Field name="enterprise" label={words.enterprise} />
            </div>
            <SyslogTrust />
            <SyslogTest />
            <SaveBar />
          </Form>
        )}
      </Loaded>
    </Section>
  )
}

function State() {
  const words = useWords('audit')
  const [errors, device_said] = [useWords('errors'), useWords('device_said')]
  const { data } = useCall('/api/system/syslog_state', {}, { every: 5_000 })
  if (!data) return null
  const { state, sent, waiting, sent_ms, failed, tls, said } = data
  return (
    <Facts className={styles.state}>
      <Fact name={words.state}>
        <StatusTag tone={tones[state]}>{words.states[state]}</StatusTag>{' '}
        {failureOf({ failed, tls }, words, errors)}
      </Fact>
      {state !== 'off' && (
        <>
          <Fact name={words.sent}>{words.rows(sent)}</Fact>
          <Fact name={words.waiting}>{words.rows(waiting)}</Fact>
        </>
      )}
      {sent_ms !== null && <Fact name={words.last_sent}>{formatTime(sent_ms)}</Fact>}
      {said !== '' && (
        <Fact name={words.server_said}>
          <q>{translateDeviceText(said, device_said)}</q>
        </Fact>
      )}
    </Facts>
  )
}

/** The step at which the connection failed, and for TLS also the reason. */
function failureOf(
  { failed, tls }: { failed: SyslogStep | null; tls: TlsError | null },
  words: ReturnType<typeof useWords<'audit'>>,
  errors: ReturnType<typeof useWords<'errors'>>,
): string {
  if (failed === null) return ''
  return `${words.steps[failed]}${failed === 'tls' ? errors.reasons[`tls_${tls ?? 'other'}`] : ''}`
}

const helpOf = (words: ReturnType<typeof useWords<'audit'>>): Record<string, string> => ({
  enabled: words.enabled_hint,
  port: words.port_hint,
  framing: words.framing_hint,
  events: words.events_hint,
  enterprise: words.enterprise_hint,
})

/** A field with one of a few words. */
function Choice({ name, label, options }: ChoiceProps) {
  const { id, locked, fill, help } = useForm()
  const value = String(useFieldValue(name))
  return (
    <div className={`flex column slim ${form.field}`}>
      <div className={`flex wrap baseline spread slim ${form.head}`}>
        <label className={`below-4 text-13 ink-2 leading-15 ${form.label}`} htmlFor={`${id}-${name}`}>
          {label}
        </label>
      </div>
      <span className={`row relative ${form.control}`}>
        <select
          id={`${id}-${name}`}
          name={name}
          className={`slim full text-14 ink figures round-6 leading-15 ${form.input}`}
          value={value}
          disabled={locked !== undefined}
          aria-describedby={`${id}-${name}-help`}
          onChange={(event) => fill({ [name]: event.currentTarget.value })}
        >
          {Object.entries(options).map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      </span>
      <p className={form.note} />
      <p id={`${id}-${name}-help`} className={`text-12 ink-3 anywhere leading-20 ${form.help}`}>
        {help?.[name]}
      </p>
    </div>
  )
}
type ChoiceProps = {
  name: 'protocol' | 'framing'
  label: string
  options: Readonly<Record<string, string>>
}

function SyslogTest() {
  const words = useWords('audit')
  const errors = useWords('errors')
  return (
    <ConnectionTest
      path="/api/system/test_syslog"
      server="host"
      words={words}
      result={({ failed, tls, took_ms, said }) => ({
        failed: failed !== null,
        says: failed === null ? words.good_says(took_ms) : failureOf({ failed, tls }, words, errors),
        said,
      })}
    />
  )
}

/**
 * What the TLS certificate of the syslog server is verified against.
 * The address is given as https because the server also uses TLS from the first byte; without TLS there is
 * nothing to trust.
 */
function SyslogTrust() {
  const words = useWords('audit')
  const [protocol, trust] = [useFieldValue('protocol'), useFieldValue('trust')]
  const [host, port] = [useFieldValue('host'), useFieldValue('port')]
  if (protocol !== 'tls' && trust === '') return null
  const typed = String(host).trim()
  const at = typed.includes(':') ? `[${typed}]` : typed
  return (
    <div className={styles.trust}>
      <ServerTrust
        name="trust"
        address={typed === '' || protocol !== 'tls' ? '' : `https://${at}:${port}`}
        help={words.trust_help}
      />
    </div>
  )
}
