/** The analysis application as a systemd unit, on a simulated machine whose systemctl has such a unit. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startMachine, type Machine } from '@parking/sim/os/machine.ts'
import { openPrograms } from '#src/adapters/system/program.ts'
import { systemdApp } from '#src/adapters/system/systemd-app.ts'
import { openLog } from '#src/core/log.ts'
import type { AppPort } from '#src/ports/app-port.ts'
import { openDevice } from '../device.ts'

const unit = 'parking-analysis.service'
let [folder, text, app]: [string, string, AppPort | undefined] = ['', '', undefined]
let machine: Machine
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parking-unit-'))
  text = ''
  machine = await startMachine({ folder: join(folder, 'machine'), requests: join(folder, 'root') })
})
afterEach(async () => {
  await app?.close()
  await machine.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A unit as systemd shows it; `fails` makes its next start end at once. */
function addUnit(): { shown: Record<string, string>; fails: boolean } {
  const made = {
    shown: {
      ActiveState: 'inactive',
      SubState: 'dead',
      Result: 'success',
      ExecMainCode: '0',
      ExecMainStatus: '0',
      UnitFileState: 'enabled',
      NRestarts: '0',
    } as Record<string, string>,
    fails: false,
  }
  machine.units.add(unit, {
    start() {
      const crashed = {
        ActiveState: 'failed',
        SubState: 'failed',
        Result: 'exit-code',
        ExecMainCode: '1',
        ExecMainStatus: '3',
      }
      Object.assign(
        made.shown,
        made.fails
          ? crashed
          : {
              ActiveState: 'active',
              SubState: 'running',
              Result: 'success',
              ExecMainCode: '0',
              ExecMainStatus: '0',
            },
      )
      return { status: made.fails ? 1 : 0 }
    },
    stop: () => (Object.assign(made.shown, { ActiveState: 'inactive', SubState: 'dead' }), {}),
    show: () => made.shown,
  })
  return made
}
const open = (programs = machine.env.PARKING_PROGRAMS) =>
  (app = systemdApp({
    run: openPrograms(programs),
    unit,
    log: openLog('debug', { write: (line) => void (text += line) }),
    programs,
    every_ms: 20,
  }))

test('is started, stopped and restarted; systemd receives no other command', async () => {
  addUnit()
  const one = open()
  await expect
    .poll(() => one.status())
    .toEqual({ state: 'stopped', reason: '', startup: true, auto_update: false })
  await one.start()
  expect(one.status().state).toBe('running')
  await one.stop()
  expect(one.status().state).toBe('stopped')
  const verbs = machine.log
    .filter(({ program }) => program === 'systemctl')
    .map(({ args }) => args.find((arg) => !arg.startsWith('-')))
  expect(new Set(verbs)).toEqual(new Set(['show', 'start', 'stop']))
})

test('a unit that exits at once has failed, with its exit status', async () => {
  addUnit().fails = true
  const one = open()
  await expect(one.start()).rejects.toThrow(
    'The analysis application could not be started: ended with status 3',
  )
  expect(one.status()).toMatchObject({ state: 'failed', reason: 'ended with status 3' })
})

test.each([
  [
    {
      ActiveState: 'activating',
      SubState: 'auto-restart',
      Result: 'signal',
      ExecMainCode: '2',
      ExecMainStatus: '9',
    },
    'failed',
    'ended by signal 9',
  ],
  [{ ActiveState: 'activating', SubState: 'start' }, 'starting', ''],
  [{ ActiveState: 'activating', SubState: 'start-pre', NRestarts: '0' }, 'starting', ''],
  [
    {
      ActiveState: 'activating',
      SubState: 'start-pre',
      NRestarts: '3',
      ExecMainCode: '1',
      ExecMainStatus: '7',
    },
    'failed',
    'ended with status 7',
  ],
  [{ ActiveState: 'deactivating', SubState: 'stop-sigterm' }, 'stopping', ''],
  [
    { ActiveState: 'failed', SubState: 'failed', ExecMainCode: '1', ExecMainStatus: '203' },
    'failed',
    'its program is not there',
  ],
])('%o is %s', async (shown, state, reason) => {
  Object.assign(addUnit().shown, shown)
  const one = open()
  await expect.poll(() => one.status()).toMatchObject({ state, reason })
})

test('detects and logs a crash without any request', async () => {
  const made = addUnit()
  const one = open()
  await one.start()
  Object.assign(made.shown, {
    ActiveState: 'activating',
    SubState: 'auto-restart',
    ExecMainCode: '2',
    ExecMainStatus: '11',
  })
  await expect.poll(() => one.status().reason).toBe('ended by signal 11')
  expect(text).toContain('"what":"app_ended"')
})

test('its output becomes rows of the application log', async () => {
  addUnit()
  const journalctl = join(machine.env.PARKING_PROGRAMS, 'journalctl')
  const lines = [
    { MESSAGE: 'watching 8 cameras', PRIORITY: '6' },
    { MESSAGE: [...Buffer.from('熱')], PRIORITY: '4' },
  ].map((line) => JSON.stringify(line))
  writeFileSync(
    journalctl,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/asked'\nprintf '%s\\n' '${lines.join("' '")}' ` +
      `'not json'\nexec /usr/bin/tail -f /dev/null\n`,
  )
  chmodSync(journalctl, 0o755)
  open()
  await expect.poll(() => text).toContain('"app":"watching 8 cameras"')
  await expect.poll(() => text).toContain('"level":"warn","time"')
  expect(text).toContain('"app":"熱"')
})

test('the application cannot be controlled without the unit or without systemd', async () => {
  const one = open()
  await expect
    .poll(() => one.status())
    .toMatchObject({ state: 'unsupported', reason: `${unit} is not installed on this device` })
  await one.close()
  const other = open(join(folder, 'nothing'))
  await expect
    .poll(() => other.status())
    .toMatchObject({ state: 'unsupported', reason: 'systemd does not answer' })
  await expect(other.start()).rejects.toThrow('there is no systemctl')
})

test("the console's call controls it, and the server's exit does not stop it", async () => {
  const made = addUnit()
  const box = await openDevice({ ports: { app: open() } })
  const token = await box.tokenOf('admin')
  await expect.poll(async () => (await box.call('app_status', {}, token)).data.startup).toBe(true)
  expect((await box.call('app_control', { action: 'start' }, token)).code).toBe(code.success)
  expect((await box.call('app_control', { action: 'restart' }, token)).code).toBe(code.success)
  expect((await box.call('app_control', { action: 'start' }, token)).code).toBe(code.failed)
  await box.close()
  await app?.close()
  expect(made.shown['ActiveState']).toBe('active')
})
