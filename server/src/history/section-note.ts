/** Records changes of cameras, scenes, and the box's name and business mode in the history. */
import type { HistorySection } from '@parking/contract'
import { maskedWhole, type Values } from '../core/audit-values.ts'
import type { CallContext } from '../core/call-context.ts'
import { addEntry } from '../params/param-history.store.ts'

type Change = {
  call: string
  section: HistorySection
  before: Values
  after: Values
  restored_from?: number
  subject?: string
}

/**
 * Cameras and scenes are stored completely, before and after, so that either state can be restored. For the
 * other sections, only the differences are stored. Nothing is stored if nothing differs.
 */
export function noteSection(
  context: CallContext,
  { call, section, before, after, restored_from, subject }: Change,
): void {
  // A scene contains no secrets, and a lot number must not be mistaken for the name of a secret.
  const [was, is] = section === 'scene' ? [before, after] : [maskedWhole(before), maskedWhole(after)]
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]),
  )
  if (fields.length === 0) return
  const whole = section === 'camera' || section === 'scene'
  const pick = (values: Values) =>
    whole
      ? values
      : Object.fromEntries(fields.flatMap((field) => (field in values ? [[field, values[field]]] : [])))
  addEntry(context, {
    call,
    section,
    subject: subject ?? subjectIn(section, after, before),
    before: pick(was),
    after: pick(is),
    restored_from: restored_from ?? null,
  })
}

/** The current or former name. A scene is identified by its parking number. */
function subjectIn(section: HistorySection, ...values: readonly Values[]): string {
  const names =
    section === 'camera'
      ? ['camera_name', 'camera_sn']
      : section === 'scene'
        ? ['parking_no', 'scene_id']
        : []
  const found = values
    .flatMap((one) => names.map((name) => one[name]))
    .find((name) => typeof name === 'string' && name !== '')
  return typeof found === 'string' ? found.slice(0, 200) : ''
}
