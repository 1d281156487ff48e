/**
 * The name of the device, which must be unique on the platform (spec §3). Every change queries the platform
 * first. The rules are in docs/platform.md, "The name".
 */
import type { NameState } from '@parking/contract'
import { duplicate } from '../core/refusal.ts'
import type { Deps } from '../core/deps.ts'
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

export type NameNeeds = Pick<Deps, 'db' | 'now' | 'bus'> & { name_check: NameCheck }

/**
 * Stores a name with the platform's answer in one transaction, together with the writes of `also`. Throws
 * 5000 on the field `name`, and stores nothing, if another device has the name.
 */
export async function rename(
  { db, now, bus, name_check }: NameNeeds,
  name: string,
  also: () => void = () => undefined,
): Promise<NameState> {
  const known = name === deviceName(db) && name_check.state() === 'unique'
  const state = known ? 'unique' : await name_check.check(name)
  if (state === 'taken') throw duplicate('name', 'A device of this name', 'name_taken')
  db.transaction(() => {
    setDeviceName(db, name, now())
    name_check.record(name, state)
    also()
  })
  bus.emit('config') // the platform must receive the new name (docs/platform.md, device init)
  return state
}
