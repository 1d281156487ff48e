/** A box with data of every kind, in a new folder for each test, and helpers to act on it. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code, restore_network, type RestoreKeep } from '@parking/contract'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Machine } from '@parking/sim/os/machine.ts'
import { openDevice, type Device } from '../device.ts'
import { fillBox } from './restore-device.ts'

/** Call it once in a test file: registers the hooks that create and remove the folder. */
export function restoreSetup() {
  const setup = {
    box: undefined! as Device,
    folder: '',
    machine: undefined as Machine | undefined,
    data: () => join(setup.folder, 'data'),
    open: () =>
      openDevice({
        folder: setup.data(),
        ...(setup.machine
          ? {
              programs: setup.machine.env.PARKING_PROGRAMS,
              helper_results: setup.machine.env.PARKING_HELPER_RESULTS,
            }
          : {}),
      }),
    /** Opens a box with data of every kind whose next restore keeps these items. */
    async fullBox(keep: RestoreKeep[]) {
      setup.box = await setup.open()
      const users = await fillBox(setup.box)
      const answer = await setup.box.call('set_restore_config', { ...restore_network, keep }, users.admin)
      expect(answer.code).toBe(code.success)
      return users
    },
  }
  beforeEach(() => {
    setup.folder = mkdtempSync(join(tmpdir(), 'parking-restore-'))
    mkdirSync(setup.data())
  })
  afterEach(async () => {
    await setup.box.close()
    await setup.machine?.stop()
    setup.machine = undefined
    rmSync(setup.folder, { recursive: true, force: true })
  })
  return setup
}
