/**
 * The steps of an installation (ours), and the tests of each. Separate from the calls, because the frame of
 * every page reads the steps and must not load a schema for it.
 */
import { diagnose_steps } from '../system/diagnose-steps.ts'

/** In the order in which an installer does them. */
export const install_steps = [
  'place',
  'network',
  'time',
  'cameras',
  'lots',
  'platform',
  'storage',
  'proof',
  'handover',
] as const
export type InstallStep = (typeof install_steps)[number]

/** The steps of the guided check, and the object storage as currently stored. */
export const handover_tests = [...diagnose_steps, 'object_storage'] as const
export type HandoverTest = (typeof handover_tests)[number]

/** The tests that belong to a step; the last step runs all of them. */
export const tests_of_step: Readonly<Record<InstallStep, readonly HandoverTest[]>> = {
  place: [],
  network: ['link', 'gateway', 'dns'],
  time: ['time'],
  cameras: ['cameras'],
  lots: [],
  platform: ['platform'],
  storage: ['storage', 'object_storage'],
  proof: [],
  handover: handover_tests,
}
