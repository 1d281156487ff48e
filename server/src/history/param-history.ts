/**
 * The history of the configuration as shown to users, and entries for calls that do not change parameters.
 */
import {
  history_sections,
  param_groups,
  type Answer,
  type Body,
  type CallName,
  type HistorySection,
} from '@parking/contract'
import type { Values } from '../core/audit-values.ts'
import type { Deps } from '../core/deps.ts'
import type { CallContext } from '../core/call-context.ts'
import { stampOf } from '../core/stamp.ts'
import { differenceOfStored, plainDifference } from '../params/param-difference.ts'
import { listEntries, type Entry } from '../params/param-history.store.ts'
import { noteSection } from './section-note.ts'

type Shown = Answer<'param_history'>['list'][number]

export function paramHistory(
  body: Body<'param_history'>,
  deps: Pick<Deps, 'db' | 'secrets'>,
): Answer<'param_history'> {
  const { total, list } = listEntries(deps.db, body)
  return { total, list: list.flatMap((entry) => entryShown(entry, deps)) }
}

function entryShown(entry: Entry, { secrets }: Pick<Deps, 'secrets'>): Shown[] {
  const { id, timestamp_ms, who, address, call, subject, before, after, restored_from } = entry
  const section = history_sections.find((known) => known === entry.section)
  if (!section) return [] // written by a newer version
  const group = param_groups.find((known) => known === section)
  const changes = group ? differenceOfStored(group, before, after, secrets) : plainDifference(before, after)
  return [
    {
      id,
      time_str: stampOf(timestamp_ms),
      who,
      address,
      call,
      section,
      subject,
      changes,
      ...(restored_from !== null && { restored_from }),
    },
  ]
}

/**
 * Calls whose values the audit reads before and after,
 * with the section of the configuration that they change.
 */
const sections: { readonly [Name in CallName]?: HistorySection } = {
  set_basic_info: 'basic_info',
  set_address: 'basic_info',
  set_business_mode: 'business_mode',
  restore_scenes: 'business_mode',
  add_onvif_camera: 'camera',
  add_common_camera: 'camera',
  update_onvif_camera: 'camera',
  update_common_camera: 'camera',
  delete_camera: 'camera',
  add_update_scene: 'scene',
  delete_scene: 'scene',
  accept_moved: 'scene',
}

/** Records the values before and after such a call, in the call's transaction if there is one. */
export function noteConfiguration(
  context: CallContext,
  name: CallName,
  body: unknown,
  before: Values,
  after: Values,
): void {
  const section = sections[name]
  if (section === undefined) return
  const given = typeof body === 'object' && body !== null ? body : {}
  // The audit does not read passwords, so only the fact that a new one was set is recorded.
  const secret =
    'password' in given && typeof given.password === 'string' && given.password !== ''
      ? { password: '******' }
      : {}
  noteSection(context, {
    call: name,
    section,
    before,
    after: { ...after, ...(Object.keys(after).length > 0 && secret) },
  })
}
