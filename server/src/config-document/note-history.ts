/**
 * Records in the history what an import or an undo changes besides parameters: one entry for the device, one
 * for the business mode, and one for each changed camera and scene.
 */
import type { HistorySection } from '@parking/contract'
import { noteSection } from '../history/section-note.ts'
import type { CallContext } from '../core/call-context.ts'
import type { Configuration, DocumentCamera, DocumentScene } from './current.ts'

type Values = Readonly<Record<string, unknown>>

export function noteHistory(
  before: Configuration,
  after: Configuration,
  context: CallContext,
  call = 'apply_import',
): void {
  const note = (section: HistorySection, subject: string, was: Values, is: Values) =>
    noteSection(context, { call, section, subject, before: known(was), after: known(is) })
  note('basic_info', '', before.sections.device ?? {}, after.sections.device ?? {})
  note('business_mode', '', before.sections.business_mode ?? {}, after.sections.business_mode ?? {})
  for (const [was, is] of pairs(camerasOf(before), camerasOf(after))) {
    // Passwords are never stored in the history, only the fact that there is a new one.
    const secret = is && is.password !== '' && is.password !== was?.password ? { password: '******' } : {}
    note(
      'camera',
      is?.camera.camera_name ?? was?.camera.camera_name ?? '',
      was ? was.camera : {},
      is ? { ...is.camera, ...secret } : {},
    )
  }
  for (const [was, is] of pairs(scenesOf(before), scenesOf(after)))
    note(
      'scene',
      is?.parking_no ?? was?.parking_no ?? '',
      was ? sceneValues(was) : {},
      is ? sceneValues(is) : {},
    )
}

function camerasOf({
  sections,
  secrets,
}: Configuration): Map<string, { camera: DocumentCamera; password: string }> {
  const passwords = new Map(secrets.cameras.map(({ camera_sn, password }) => [camera_sn, password]))
  return new Map(
    (sections.cameras?.list ?? []).map((camera) => [
      camera.camera_sn,
      { camera, password: passwords.get(camera.camera_sn) ?? '' },
    ]),
  )
}

const scenesOf = ({ sections }: Configuration): Map<string, DocumentScene> =>
  new Map((sections.scenes?.list ?? []).map((scene) => [scene.scene_id, scene]))

const known = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Each lot separately, so that only changed lots are listed. */
const sceneValues = ({ lots, ...scene }: DocumentScene): Values => ({
  ...scene,
  ...Object.fromEntries(lots.map(({ lot_no, ...lot }) => [`lot ${lot_no}`, lot])),
})

function pairs<T>(before: Map<string, T>, after: Map<string, T>): [was: T | undefined, is: T | undefined][] {
  return [...new Set([...before.keys(), ...after.keys()])].map((key) => [before.get(key), after.get(key)])
}
