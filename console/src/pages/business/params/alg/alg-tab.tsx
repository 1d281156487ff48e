/**
 * The algorithm tab (spec §3 `alg_param`, §4, §9): every field with its meaning, its effect and its safe
 * range.
 */
import { charge_mode, plate_type, timer_mode, wordOf } from '@parking/contract/core/codes.ts'
import type { ReactNode } from 'react'
import { useFieldValue } from '#src/forms/form-context.ts'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { ParamForm } from '../form/param-form.tsx'
import { AlgField } from './alg-field.tsx'
import styles from './alg.module.css'

export function AlgTab() {
  const words = useWords('alg')
  const labels = Object.fromEntries(Object.entries(words.fields).map(([name, { label }]) => [name, label]))
  return (
    <ParamForm group="alg_param" words={labels}>
      <Group {...words.groups.tracking}>
        <AlgField name="track_seconds" safe={[5, 60]} />
        <AlgField name="track_step" safe={[2, 15]} />
        <AlgField name="track_th" safe={[0.3, 0.7]} />
        <AlgField name="cover_th" safe={[0.3, 0.6]} />
        <AlgField name="sim_th" safe={[0.6, 0.85]} />
      </Group>
      <Group {...words.groups.plate}>
        <AlgField name="plate_type" chosen={<PlateEffect />} />
        <AlgField name="auto_plate_th" safe={[0.4, 0.8]} />
        <AlgField name="auto_plate_ch_th" safe={[0.4, 0.8]} />
      </Group>
      <Group {...words.groups.events}>
        <AlgField name="event_th" safe={[0.4, 0.7]} />
        <AlgField name="auto_event_th" safe={[0.5, 0.85]} />
        <AlgField name="merge_seconds" safe={[3, 30]} />
      </Group>
      <Group {...words.groups.timer}>
        <Timer />
      </Group>
      <Group {...words.groups.charge}>
        <AlgField name="charge_mode" chosen={<ChargeEffect />} />
        <AlgField name="auto_upload_th" safe={[0.5, 0.85]} />
      </Group>
      <Group {...words.groups.motor}>
        <Motor />
      </Group>
      <Group {...words.groups.diagnosis}>
        <AlgField name="debug_mode" />
      </Group>
    </ParamForm>
  )
}

function Group({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <Section title={title} hint={hint} flush>
      <div className={styles.rows}>{children}</div>
    </Section>
  )
}

/** The interval applies only where pictures are taken at intervals; it keeps its value otherwise. */
function Timer() {
  const words = useWords('alg')
  const mode = wordOf(timer_mode, Number(useFieldValue('timer_mode'))) ?? 'off'
  return (
    <>
      <AlgField name="timer_mode" chosen={words.timer_modes[mode]} />
      {mode !== 'off' && <AlgField name="timer_seconds" safe={[60, 3600]} />}
    </>
  )
}

function Motor() {
  const on = useFieldValue('motor_det') === true
  return (
    <>
      <AlgField name="motor_det" />
      {on && <AlgField name="motor_mode" />}
      {on && <AlgField name="motor_min_seconds" safe={[5, 120]} />}
    </>
  )
}

function ChargeEffect() {
  const words = useWords('alg')
  return words.charge_modes[wordOf(charge_mode, Number(useFieldValue('charge_mode'))) ?? 'real_time']
}

function PlateEffect() {
  const words = useWords('alg')
  return words.plate_types[wordOf(plate_type, Number(useFieldValue('plate_type'))) ?? 'mainland']
}
