/**
 * The name of the device, which must be unique on the platform (spec §3). Every change queries the platform
 * first. The rules are in docs/platform.md, "The name".
 */
import type { NameState } from '@parking/contract'
import { recordChange } from '../changes/record-change.ts'
import type { CallContext } from '../core/call-context.ts'
import { duplicate } from '../core/refusal.ts'
import { deviceName, setDeviceName } from './device.store.ts'

/** Asks the platform whether a name is taken. Implemented by `platform/name-check.ts`. */
export type NameCheck = {
  /** Whether the current name is unique. Undefined without a name. */
  state(): NameState | undefined
  /** Resolves in less than the 5 s of a call (spec §7), even if the platform does not answer. */
  check(name: string): Promise<NameState>
  /** Stores the answer for a name that was checked. */
  record(name: string, state: NameState): void
}

type NameNeeds = CallContext & { name_check: NameCheck }

/**
 * Stores a name with the platform's answer in one transaction, together with the writes of `also`; `restore`
 * names the entry of the history that is restored. Throws 5000 on the field `name`, and stores nothing, if
 * another device has the name.
 */
export async function rename(
  context: NameNeeds,
  name: string,
  also: () => void = () => undefined,
  restore: { restored_from?: number } = {},
): Promise<NameState> {
  const { db, now, bus, name_check } = context
  const known = name === deviceName(db) && name_check.state() === 'unique'
  const state = known ? 'unique' : await name_check.check(name)
  if (state === 'taken') throw duplicate('name', 'A device of this name', 'name_taken')
  recordChange(context, restore, () => {
    setDeviceName(db, name, now())
    name_check.record(name, state)
    also()
  })
  bus.emit('config') // the platform must receive the new name (docs/platform.md, device init)
  return state
}
