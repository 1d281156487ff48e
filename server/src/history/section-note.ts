/** What is written into the history about cameras, scenes, the box's name and its mode. */
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
 * Of a camera and of a scene both states are kept whole, so that each can be brought back; of the rest what is different. What is different is told
 * (param-history.ts). Nothing is kept where nothing is.
 */
export function noteSection(
  context: CallContext,
  { call, section, before, after, restored_from, subject }: Change,
): void {
  // Nothing of a scene is secret, and a lot number must not be mistaken for the name of something that is.
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

/** As it is called, or was. A scene is known by its parking number. */
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
