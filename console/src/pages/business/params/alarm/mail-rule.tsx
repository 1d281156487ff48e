/**
 * Which alarms are mailed, in which language and how often; each kind explains when it is raised and when it
 * ends.
 */
import {
  alarm_kinds,
  alarm_limits,
  alarm_mail,
  alarm_rules,
  type AlarmKind,
} from '@parking/contract/alarm/alarm.ts'
import { Field } from '#src/forms/field.tsx'
import { useForm, useFieldValue } from '#src/forms/form-context.ts'
import { Form } from '#src/forms/form.tsx'
import { SaveBar } from '#src/forms/save-bar/save-bar.tsx'
import { useStore } from '#src/lib/store.ts'
import type { Areas } from '#src/locales/areas.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import form from '#src/forms/form.module.css'
import styles from './mail.module.css'

type Words = Areas['alarm']

export function MailRule() {
  const [words, param] = [useWords('alarm'), useWords('params')]
  const may = useStore(session).roles.includes('admin')
  const query = useCall('/api/parking/get_alarm_mail', {}, { every: 20_000 })
  const change = useChange('/api/parking/update_alarm_mail', {
    refresh: ['/api/parking/get_alarm_mail'],
    done: () => toast.success(words.saved),
  })
  if (query.data === undefined && query.error?.reason === 'unsupported') return null
  return (
    <Section title={words.mailed} hint={words.mailed_hint}>
      <Loaded query={query} rows={8} failed={words.failed}>
        {(values) => (
          <Form
            schema={alarm_mail}
            values={values}
            issues={change.issues}
            onSave={(body) => change.run(body)}
            draft="alarm-mail"
            labels={{ language: words.language }}
            help={helpOf(words)}
            folds
            fieldText={(name, raw) => (name === 'language' ? words.languages[raw as 'zh' | 'tw'] : undefined)}
            locked={may ? undefined : param.admins_only}
          >
            <div className={`grid start ${styles.fields}`}>
              <Language words={words} />
              <Field name="digest_minutes" label={words.digest_minutes} />
              <Field name="recovered" label={words.recovered_field} />
            </div>
            <div className={`grid above-12 line-above ${styles.kinds}`}>
              {alarm_kinds.map((kind) => (
                <Field key={kind} name={kind} label={words.kinds[kind]} />
              ))}
            </div>
            <SaveBar />
          </Form>
        )}
      </Loaded>
    </Section>
  )
}

function Language({ words }: { words: Words }) {
  const { id, locked, fill } = useForm()
  const value = String(useFieldValue('language'))
  return (
    <div className={`flex column slim ${form.field}`}>
      <div className={`flex wrap baseline spread slim ${form.head}`}>
        <label className={`below-4 text-13 ink-2 leading-15 ${form.label}`} htmlFor={`${id}-language`}>
          {words.language}
        </label>
      </div>
      <span className={`row relative ${form.control}`}>
        <select
          id={`${id}-language`}
          name="language"
          className={`slim full text-14 ink figures round-6 leading-15 ${form.input}`}
          value={value}
          disabled={locked !== undefined}
          onChange={(event) => fill({ language: event.currentTarget.value })}
        >
          <option value="zh">{words.languages.zh}</option>
          <option value="tw">{words.languages.tw}</option>
        </select>
      </span>
      <p className={`text-12 ink-3 anywhere leading-20 ${form.note}`} />
    </div>
  )
}

const helpOf = (words: Words): Record<string, string> => ({
  digest_minutes: words.digest_hint,
  recovered: words.recovered_hint,
  ...Object.fromEntries(alarm_kinds.map((kind) => [kind, ruleText(kind, words)])),
})

function ruleText(kind: AlarmKind, { rules }: Words): string {
  const { raise_s, recover_s } = alarm_rules[kind]
  const { disk_percent, queue_minutes, clock_ms, camera_clock_ms, sign_ins, certificate_days } = alarm_limits
  const { unseen_percent, latency_s } = alarm_limits
  switch (kind) {
    case 'disk':
      return rules.disk(disk_percent.bad, disk_percent.well)
    case 'queue':
      return rules.queue(queue_minutes.bad, queue_minutes.well)
    case 'clock':
      return rules.clock(String(clock_ms.bad / 1000), String(clock_ms.well / 1000))
    case 'camera_clock':
      return rules.camera_clock(String(camera_clock_ms.bad / 1000), String(camera_clock_ms.well / 1000))
    case 'camera_unseen':
      return rules.camera_unseen(unseen_percent.bad, unseen_percent.well)
    case 'overload':
      return rules.overload(latency_s.bad, latency_s.well)
    case 'sign_in':
      return rules.sign_in(sign_ins.bad)
    case 'certificate':
      return rules.certificate(certificate_days.first, certificate_days.last)
    case 'model':
    case 'upgrade':
    case 'data_file':
      return rules[kind]()
    case 'platform':
    case 'storage':
    case 'mqtt':
      return rules[kind](raise_s)
    default:
      return rules[kind](raise_s, recover_s)
  }
}
