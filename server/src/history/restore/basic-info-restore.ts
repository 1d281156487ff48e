/** Restores the name and the location of the box from an entry of the history. */
import { calls, issuesOf } from '@parking/contract'
import { deviceAddress, deviceName, setDeviceAddress, setDeviceName } from '#src/device/device.store.ts'
import { badFields } from '#src/core/refusal.ts'
import type { CallContext } from '#src/core/call-context.ts'
import { plainDifference } from '#src/params/param-difference.ts'
import type { Document } from '#src/params/param-history.store.ts'
import { noteSection } from '../section-note.ts'
import type { SectionWay } from './section-restore.ts'

/** 1000 if the box would have no name: a named box keeps one (set_basic_info). */
export function basicInfoWay(then: Document, context: CallContext): SectionWay {
  const { db, bus, now } = context
  const old = { name: deviceName(db), ...deviceAddress(db) }
  const wanted: Document = {
    ...old,
    ...Object.fromEntries(Object.entries(then).filter(([field]) => field in old)),
  }
  return {
    now: old,
    changes: plainDifference(old, wanted),
    go(call, restored_from) {
      const { name, ...address } = wanted
      const [named, placed] = [
        calls.set_basic_info.body.safeParse({ name }),
        calls.set_address.body.safeParse(address),
      ]
      if (name !== old.name && !named.success) throw badFields(issuesOf(named.error, { name }))
      if (!placed.success) throw badFields(issuesOf(placed.error, address))
      db.transaction(() => {
        if (named.success && name !== old.name) setDeviceName(db, named.data.name, now())
        setDeviceAddress(db, placed.data, now())
        noteSection(context, { call, section: 'basic_info', before: old, after: wanted, restored_from })
      })
      bus.emit('config')
    },
  }
}
