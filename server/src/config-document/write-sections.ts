/** Writes the chosen sections of a document to the database in one transaction. */
import { log_type, param_groups } from '@parking/contract'
import { updateAlarmMailRule } from '../alarm/rule.store.ts'
import { Bus } from '../core/bus.ts'
import { countScenes, deleteScenes } from '../camera/scene.store.ts'
import { deviceAddress, setDeviceAddress, setDeviceName } from '../device/device.store.ts'
import { businessMode, storeBusinessMode } from '../business-mode/business-mode.ts'
import type { CallContext } from '../core/call-context.ts'
import { replaceWhitelist, type WhitelistCache } from '../whitelist/whitelist.ts'
import { storedConfiguration, type Configuration, type Sections } from './current.ts'
import { writeCameras, writeScenes } from './write-cameras.ts'
import { writeGroups } from './write-groups.ts'
import type { DocumentSecrets } from './wrap.ts'

type Needs = CallContext & { whitelist: WhitelistCache }

export type Chosen = readonly (keyof Sections)[]
type Written = {
  /** Serial numbers of deleted cameras, and unused pictures of scenes. */
  deleted_cameras: string[]
  pictures: string[]
  /** Names of cameras. */
  needs_password: string[]
  /** Scenes deleted because the business mode differs (spec §4). */
  cleared: number
}

/** Throws a refusal and changes nothing if a rule between the sections is violated. */
export function writeSections(
  sections: Sections,
  secrets: DocumentSecrets | null,
  chosen: Chosen,
  context: Needs,
  confirmed: boolean,
): Written {
  const { db, now } = context
  const wanted = <Name extends keyof Sections>(name: Name): Sections[Name] =>
    chosen.includes(name) ? sections[name] : undefined
  return db.transaction(() => {
    const [device, whitelist, mode, mails, cameras, scenes] = [
      wanted('device'),
      wanted('whitelist'),
      wanted('business_mode'),
      wanted('alarm_mail'),
      wanted('cameras'),
      wanted('scenes'),
    ]
    const pictures: string[] = []
    let cleared = 0
    if (mode && mode.business_mode !== businessMode(db).business_mode) {
      // The scenes of the file are drawn for the new mode.
      if (!scenes) {
        cleared = countScenes(db).scene_num
        pictures.push(...deleteScenes(db))
      }
      storeBusinessMode(db, mode.business_mode, now())
    }
    writeGroups(
      param_groups.filter((group) => chosen.includes(group)),
      sections,
      secrets,
      context,
    )
    if (mails) updateAlarmMailRule(context, mails)
    if (device) {
      const { name, ...address } = device
      setDeviceName(db, name, now())
      setDeviceAddress(db, { ...deviceAddress(db), ...address }, now())
    }
    if (whitelist) replaceWhitelist(whitelist.list, context, confirmed)
    const { deleted_cameras, needs_password } = cameras
      ? writeCameras(cameras.list, secrets, context)
      : { deleted_cameras: [], needs_password: [] }
    if (scenes) pictures.push(...writeScenes(scenes.list, context))
    return { deleted_cameras, pictures, needs_password, cleared }
  })
}

class RollBack extends Error {}

/** Returns the outcome without the change: writes, reads and rolls back. Throws the errors of writing. */
export function dryRun(
  sections: Sections,
  secrets: DocumentSecrets | null,
  chosen: Chosen,
  context: Needs,
  confirmed = true,
): { after: Configuration; written: Written } {
  const silent_context: Needs = {
    ...context,
    bus: new Bus(),
    log: context.log.child({ log_type: log_type.service }, { level: 'silent' }),
  }
  let found: { after: Configuration; written: Written } | undefined
  try {
    context.db.transaction(() => {
      const written = writeSections(sections, secrets, chosen, silent_context, confirmed)
      found = { after: storedConfiguration(context), written }
      throw new RollBack()
    })
  } catch (error) {
    if (!(error instanceof RollBack)) throw error
  }
  if (!found) throw new Error('The preview transaction did not end')
  return found
}
