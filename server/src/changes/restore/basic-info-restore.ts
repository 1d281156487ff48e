/** Restores the name and the location of the box from an entry of the history. */
import { calls, issuesOf } from '@parking/contract'
import { rename, type NameCheck } from '#src/device/device-name.ts'
import { deviceAddress, deviceName, setDeviceAddress } from '#src/device/device.store.ts'
import { badFields, failedBecause } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { plainDifference } from '#src/params/param-difference.ts'
import type { Part } from '../configuration-rows.store.ts'
import { recordChange } from '../record-change.ts'
import type { SectionRestore } from './section-restore.ts'

/**
 * Throws 1000 if the box would lose its name, and 5000 if the platform has another device with this name
 * (set_basic_info).
 */
export function basicInfoRestore(
  then: Part,
  context: CallContext & { name_check: NameCheck },
): SectionRestore {
  const { db, bus, now } = context
  const old_address = deviceAddress(db)
  const old = { name: deviceName(db), ...old_address }
  const wanted: Part = {
    ...old,
    ...Object.fromEntries(Object.entries(then).filter(([field]) => field in old)),
  }
  return {
    now: old,
    changes: plainDifference(old, wanted),
    async apply(restore) {
      const { name, ...address } = wanted
      const [named, placed] = [
        calls.set_basic_info.body.safeParse({ name }),
        calls.set_address.body.safeParse(address),
      ]
      if (name !== old.name && !named.success) throw badFields(issuesOf(named.error, { name }))
      if (!placed.success) throw badFields(issuesOf(placed.error, address))
      const write = () => {
        if (JSON.stringify(deviceAddress(db)) !== JSON.stringify(old_address))
          throw failedBecause(
            'changed_meanwhile',
            'Another user has changed this in the meantime',
            'basic_info',
          )
        setDeviceAddress(db, placed.data, now())
      }
      if (named.success && name !== old.name) await rename(context, named.data.name, write, restore)
      else {
        recordChange(context, restore, write)
        bus.emit('config')
      }
    },
  }
}
