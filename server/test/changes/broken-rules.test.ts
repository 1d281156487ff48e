/** Rules of evidence that an undo, a snapshot or a factory restore would break, listed beforehand. */
import { code } from '@parking/contract'
import { expect, test } from 'vitest'
import { makeSnapshot } from '#src/system/restore/snapshot.ts'
import { admin, box, newest, preview, setUpUndo } from './undo-box.ts'

setUpUndo()
const param = (image_width: number, image_height: number) =>
  box.call('update_event_param', { image_width, image_height }, admin)
const fields = (rules: readonly { pack_name: string; field: string }[]) => rules.map(({ field }) => field)
const preflight = async () => (await box.call('reboot_preflight', {}, admin)).data.broken_rules
const snapshots = async () => (await box.call('list_snapshots', {}, admin)).data.list

test('an undo and a snapshot list the rules that they would break', async () => {
  await param(800, 600)
  makeSnapshot(box.deps, 'update')
  await param(1920, 1080)
  const act = await newest()
  // While no rule applies, none can be broken.
  expect((await preview([act])).broken_rules).toEqual([])
  expect((await box.call('update_evidence_rules', { active: ['ga-t-832-2014'] }, admin)).code).toBe(
    code.success,
  )
  const { broken_rules } = await preview([act])
  expect(fields(broken_rules).toSorted()).toEqual(['image_width'])
  expect(broken_rules[0]).toMatchObject({ kind: 'picture_pixels', clause: '3.4' })
  const [snapshot] = await snapshots()
  expect(fields(snapshot!.broken_rules).toSorted()).toEqual(['image_width'])
  // The preview has changed nothing, and an undo forward breaks nothing.
  expect((await box.call('get_event_param', {}, admin)).data).toMatchObject({ image_width: 1920 })
})

/** Pictures larger than those of the factory settings. */
const large_pictures = {
  pack: 'ours',
  name: 'Large pictures',
  source: '',
  source_kind: 'own' as const,
  second_hand: false,
  as_of: '2026',
  rules: [{ kind: 'picture_pixels' as const, width: 2560, height: 1440, clause: '1' }],
}

test('a factory restore lists the rules that it would break, unless it keeps the parameters', async () => {
  await param(2560, 1440)
  const rules = { own: [large_pictures], active: ['ours'] }
  expect((await box.call('update_evidence_rules', rules, admin)).code).toBe(code.success)
  expect(fields(await preflight()).toSorted()).toEqual(['image_width'])
  await box.call(
    'set_restore_config',
    { ...(await box.call('get_restore_config', {}, admin)).data, keep: ['params'] },
    admin,
  )
  expect(await preflight()).toEqual([])
})
