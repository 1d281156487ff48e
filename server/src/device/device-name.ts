/**
 * The name of the device, which must be unique on the platform (spec §3). Each way of setting it asks the
 * platform first; docs/platform.md, "The name", has the rules.
 */
import type { NameState } from '@parking/contract'
import { duplicate } from '../core/refusal.ts'
import type { Deps } from '../core/deps.ts'
import { deviceName, setDeviceName } from './device.store.ts'

/** Asks the platform for a name. Implemented by `platform/name-desk.ts`. */
export type NameDesk = {
  /** Whether the name in force is unique; undefined without a name. */
  state(): NameState | undefined
  /** Answers in less than the 5 s of a call (spec §7), whatever the platform does. */
  ask(name: string): Promise<NameState>
  /** Stores the answer to a name that was asked for. */
  record(name: string, state: NameState): void
}

export type NameNeeds = Pick<Deps, 'db' | 'now' | 'bus'> & { name_desk: NameDesk }

/**
 * Stores a name with the platform's answer, and what `also` writes, in one transaction. 5000 on the field
 * `name` if another device has it: then nothing is stored.
 */
export async function rename(
  { db, now, bus, name_desk }: NameNeeds,
  name: string,
  also: () => void = () => undefined,
): Promise<NameState> {
  const known = name === deviceName(db) && name_desk.state() === 'unique'
  const state = known ? 'unique' : await name_desk.ask(name)
  if (state === 'taken') throw duplicate('name', 'A device of this name', 'name_taken')
  db.transaction(() => {
    setDeviceName(db, name, now())
    name_desk.record(name, state)
    also()
  })
  bus.emit('config') // the platform has to receive the new name (docs/platform.md, device init)
  return state
}
