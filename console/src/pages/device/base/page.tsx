/**
 * Name and location of the device (spec §2, §3, §5). One form for two calls: only the half that changed is
 * sent.
 */
import { code } from '@parking/contract/core/codes.ts'
import { set_address, set_basic_info, type NameState } from '@parking/contract/device/device.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { Field } from '#src/forms/field.tsx'
import { Fields } from '#src/forms/fields.tsx'
import { useFieldValue } from '#src/forms/form-context.ts'
import { Form } from '#src/forms/form.tsx'
import { SaveBar } from '#src/forms/save-bar/save-bar.tsx'
import { useInstallPart } from '#src/install/install-steps.ts'
import { useMayWork } from '#src/forms/use-may.ts'
import { useCall, useChange, type CallState } from '#src/core/queries.ts'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { CheckIcon, InfoIcon, WarnIcon } from '#src/ui/icons.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import styles from './base.module.css'
import { OwnPosition } from './own-position.tsx'
import { PasteCoordinates, SwapWarning } from './paste-coordinates.tsx'
import name_note_styles from './name-note.module.css'

const schema = z.extend(set_basic_info.body, set_address.body.shape)
const address_fields: readonly string[] = Object.keys(set_address.body.shape)

type BasicInfo = AnswerAt<'/api/device/get_basic_info'>
type Address = AnswerAt<'/api/device/get_address'>

export default function DeviceBase() {
  const titles = useWords('shell').routes
  const [asking, setAsking] = useState(false)
  const info = useCall('/api/device/get_basic_info', {}, asking ? { every: 3_000 } : {})
  const waits = info.data?.name_state === 'unchecked' || info.data?.name_state === 'taken'
  if (waits !== asking) setAsking(waits)
  const address = useCall('/api/device/get_address', {})
  return (
    <>
      <PageHeader title={titles.device_base} />
      {info.data && address.data ? (
        <BaseForm info={info.data} address={address.data} />
      ) : (
        <Pending queries={[info, address]} />
      )}
    </>
  )
}

function Pending({ queries }: { queries: readonly CallState<unknown>[] }) {
  const words = useWords('device')
  const failed = queries.find((query) => query.isError)
  return (
    <Section>
      {failed ? (
        <ErrorState
          title={words.failed}
          retry={() => queries.forEach((query) => void query.refetch())}
          retrying={queries.some((query) => query.isFetching)}
        >
          {failed.error?.message}
        </ErrorState>
      ) : (
        <SkeletonRows rows={10} />
      )}
    </Section>
  )
}

function BaseForm({ info, address }: { info: BasicInfo; address: Address }) {
  const [words, forms, errors] = [useWords('device'), useWords('forms'), useWords('errors')]
  const may = useMayWork()
  const installing = useInstallPart() !== undefined
  const rename = useChange('/api/device/set_basic_info', { refresh: ['/api/device/get_basic_info'] })
  const move = useChange('/api/device/set_address', { refresh: ['/api/device/get_address'] })
  const values = useMemo(() => ({ name: info.name, ...address }), [info.name, address])
  const [sent, setSent] = useState<readonly string[]>([])
  // The issue of the name is kept until the name is sent again.
  const issues = useMemo(
    () => [...(sent.includes('name') ? nameIssues(rename.error?.code, rename.issues) : []), ...move.issues],
    [sent, rename.error, rename.issues, move.issues],
  )

  async function save({ name, ...place }: z.output<typeof schema>, changed: readonly string[]) {
    setSent(changed)
    if (changed.includes('name') && !(await rename.run({ name }))) return undefined
    if (changed.some((field) => address_fields.includes(field)) && !(await move.run(place))) return undefined
    toast.success(errors.messages.update_success)
    return true
  }

  return (
    <Form
      schema={schema}
      values={values}
      onSave={save}
      issues={issues}
      draft="device-base"
      locked={may ? undefined : forms.read_only}
    >
      <div className={`stack start one-column ${styles.columns}`}>
        <Section title={words.basic_info}>
          <Fields>
            <Field
              name="name"
              label={words.name}
              hint={words.name_hint}
              fault={info.name_state === 'taken' ? errors.issues.name_taken : undefined}
            />
          </Fields>
          {info.name_state && <NameNote name={info.name} state={info.name_state} />}
          {!installing && <Identity info={info} />}
        </Section>
        <Section title={words.address}>
          {may && <OwnPosition />}
          <Fields>
            <Field name="province" label={words.province} />
            <Field name="city" label={words.city} />
            <Field name="district" label={words.district} />
            <Field name="detail_address" label={words.detail_address} hint={words.detail_hint} />
            <Field name="longitude" label={words.longitude} hint={words.longitude_hint} />
            <Field name="latitude" label={words.latitude} hint={words.latitude_hint} />
          </Fields>
          <SwapWarning />
          {may && !installing && <PasteCoordinates />}
        </Section>
      </div>
      <SaveBar />
    </Form>
  )
}

/**
 * Error 5000: another device has this name (spec §3). The issue is assigned to the field even if the device
 * names no field.
 */
function nameIssues(failure: number | undefined, issues: readonly Issue[]): readonly Issue[] {
  return failure === code.duplicate && issues.length === 0 ? [{ field: 'name', issue: 'name_taken' }] : issues
}

const icons = { unique: CheckIcon, unchecked: InfoIcon, no_platform: InfoIcon, taken: WarnIcon }

const note = 'flex gap-8 pad-8-12 above-4 text-13 ink-2 round-8 on-subtle leading-20 icons-16'

/**
 * The platform's answer about the saved name (spec §3: unique), with a remedy if there is one. Says nothing
 * about another name in the field.
 */
function NameNote({ name, state }: { name: string; state: NameState }) {
  const words = useWords('device')
  if (useFieldValue('name') !== name) return null
  const Icon = icons[state]
  return (
    <p className={`${note} ${name_note_styles.note}`} data-state={state} role="status">
      <Icon />
      <span>{words.name_states[state]}</span>
    </p>
  )
}

const fields = ['host_name', 'host_model', 'host_sn', 'version', 'firmware', 'hardware_id'] as const

/** The read-only identity of the device, next to its editable name. */
function Identity({ info }: { info: AnswerAt<'/api/device/get_basic_info'> }) {
  const words = useWords('device')
  return (
    <Facts label={words.identity} className={styles.identity}>
      {fields.map((field) => (
        <Fact key={field} name={words[field]} wide={field === 'hardware_id'}>
          <CopyText text={info[field] || ''} />
        </Fact>
      ))}
    </Facts>
  )
}
