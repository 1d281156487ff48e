/** A filled box for the tests of undoing changes, and its calls. */
import type { Body } from '@parking/contract'
import { afterEach, beforeEach } from 'vitest'
import { findScenes } from '#src/camera/scene.store.ts'
import { openDevice, type Device } from '../device.ts'
import { fillBox } from '../system/restore-device.ts'

export let box: Device
export let admin: string
export let host_sn: string

/** Registers the hooks of a test file: a box with a camera whose password is secret, before each test. */
export function setUpUndo(): void {
  beforeEach(async () => {
    box = await openDevice()
    ;({ admin, host_sn } = await fillBox(box))
    box.deps.db.run('UPDATE camera SET password = ?', [box.deps.secrets.seal('canary-camera')])
    box.deps.db.run('DELETE FROM change')
    box.wait(1_000)
  })
  afterEach(() => box.close())
}

export async function restartBox(): Promise<void> {
  box = await box.restart()
  admin = await box.tokenOf('admin')
}

export const acts = async (who = admin) =>
  (await box.call('list_acts', { page: 1, page_size: 50 }, who)).data.list
export const newest = async () => (await acts())[0]!.act_id
export const undo = (act_ids: number[], more: Partial<Body<'undo_acts'>> = {}, who = admin) =>
  box.call('undo_acts', { act_ids, ...more }, who)
export const preview = async (act_ids: number[]) => (await box.call('preview_undo', { act_ids }, admin)).data
export const scenes = () => findScenes(box.deps.db)
export const lotsNow = () =>
  scenes()
    .flatMap(({ lots }) => lots.map(({ lot_no }) => lot_no))
    .sort()

/** The form that saves scene 1 with these lots. */
export function formWith(lot_nos: readonly string[]): Body<'add_update_scene'> {
  const { row, lots } = scenes()[0]!
  return {
    scene_id: row.scene_id,
    camera_sn: row.camera_sn,
    scene_type: row.scene_type,
    enabled: true,
    parking_no: row.parking_no,
    direction: row.direction,
    ref_width: row.ref_width,
    ref_height: row.ref_height,
    keep_reference: true,
    lots: lot_nos.map((lot_no) => lots.find((lot) => lot.lot_no === lot_no) ?? { ...lots[0]!, lot_no }),
  }
}
