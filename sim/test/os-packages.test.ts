/**
 * The simulated apt and systemctl are as strict as the real programs. The expected output was recorded from
 * apt 2.6 and systemd 252.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startMachine, type Machine } from '../src/os/machine.ts'

let [machine, folder]: [Machine, string] = [undefined!, '']
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parking-os-'))
  mkdirSync(join(folder, 'root'))
  machine = await startMachine({ folder: join(folder, 'machine'), requests: join(folder, 'root') })
  machine.packages.pace(0)
})
afterEach(async () => {
  await machine.stop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (program: string, ...args: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(join(machine.env.PARKING_PROGRAMS, program), args, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
    child.stdin?.end()
  })
const start = (verb: string, request = '') => {
  writeFileSync(join(folder, 'root', verb), request)
  return run('systemctl', '--no-ask-password', 'start', `parking-edge-root@${verb}.service`)
}
const left = (name: string) => readFileSync(join(machine.env.PARKING_HELPER_RESULTS, name), 'utf8')

describe('apt', () => {
  test('policy prints a block for known packages only', async () => {
    await start('refresh')
    expect(await run('apt-cache', 'policy', 'parking-edge', 'no-such-package')).toEqual({
      status: 0,
      stderr: '',
      stdout: `parking-edge:
  Installed: 0.1.0
  Candidate: 0.2.0
  Version table:
     0.2.0 500
        500 http://packages.example/parking ./ Packages
 *** 0.1.0 100
        100 /var/lib/dpkg/status
`,
    })
    expect(await run('apt-cache', 'polcy')).toMatchObject({
      status: 100,
      stderr: 'E: Invalid operation polcy\n',
    })
  })

  test('an unprivileged user can read the sources and change nothing', async () => {
    const only_ours = [
      '-o',
      'Dir::Etc::sourcelist=sources.list.d/parking-edge.sources',
      '-o',
      'Dir::Etc::sourceparts=-',
    ]
    const { stdout } = await run('apt-get', 'update', '--print-uris', ...only_ours)
    expect(stdout.split('\n')[0]).toBe(
      "'http://packages.example/parking/dists/stable/InRelease' " +
        'packages.example_parking_dists_stable_InRelease 0 ',
    )
    expect(await run('apt-get', 'update')).toMatchObject({
      status: 100,
      stderr: expect.stringContaining('(13: Permission denied)'),
    })
    expect(await run('apt-get', 'install', '-y', 'parking-edge')).toMatchObject({
      status: 100,
      stderr: expect.stringContaining('are you root?'),
    })
    expect(await run('apt-get', 'update', '--print-urls')).toMatchObject({
      status: 100,
      stderr: 'E: Command line option --print-urls is not understood in combination with the other options\n',
    })
    await start('repository', '')
    expect(await run('apt-get', 'update', '--print-uris', ...only_ours)).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
  })

  test.each([
    ['http://packages.example/parking', 0, ''],
    ['http://unsigned.example/parking', 1, 'is not signed.'],
    ['http://packages.example', 1, 'does not have a Release file.'],
    ['http://192.0.2.80/parking', 1, '(113: No route to host)'],
    ['http://nowhere.example/parking', 1, "Could not resolve 'nowhere.example'"],
  ])('a refresh from %s ends with %i', async (url, status, words) => {
    expect((await start('repository', url)).status).toBe(0)
    const { status: ended, stderr } = await start('refresh')
    expect(ended).toBe(status)
    if (status !== 0)
      expect(stderr).toContain(
        'Job for parking-edge-root@refresh.service failed because the control process exited ' +
          'with error code.',
      )
    expect(left('refresh.log')).toContain(words)
    expect(left('refresh.end')).toMatch(status === 0 ? /^0 \d{13}\n$/ : /^100 \d{13}\n$/)
    expect(left('refresh.status')).toMatch(/^dlstatus:1:0\.0000:Retrieving file 1 of 1\n/)
  })

  test('a job interrupted by a power cut has no result', async () => {
    await start('refresh')
    machine.packages.pace('by hand')
    await run('systemctl', '--no-block', 'start', 'parking-edge-root@update.service')
    expect(
      (await run('systemctl', 'show', '-p', 'ActiveState,Job', 'parking-edge-root@update.service')).stdout,
    ).toBe('ActiveState=activating\nJob=4711\n')
    machine.packages.kill()
    await machine.packages.stop()
    expect(existsSync(join(machine.env.PARKING_HELPER_RESULTS, 'update.end'))).toBe(false)
    machine.packages.reboot()
    expect(existsSync(join(machine.env.PARKING_HELPER_RESULTS, 'update.status'))).toBe(false)
    expect((await run('apt-cache', 'policy', 'parking-edge')).stdout).toContain('Installed: 0.1.0')
  })
})

describe('systemctl', () => {
  test('shows several units in blocks, and unknown ones as not found', async () => {
    expect(
      (
        await run(
          'systemctl',
          'show',
          '--property=Id,LoadState,ActiveState',
          'parking-edge-root@refresh.service',
          'nothing.service',
        )
      ).stdout,
    ).toBe(
      'Id=parking-edge-root@refresh.service\nLoadState=loaded\nActiveState=inactive\n\n' +
        'Id=nothing.service\nLoadState=not-found\nActiveState=inactive\n',
    )
    expect((await run('systemctl', 'show', '--value', '-p', 'LoadState', 'nothing')).stdout).toBe(
      'not-found\n',
    )
  })

  test('reports unknown options and verbs', async () => {
    expect(await run('systemctl', 'strat', 'x')).toMatchObject({
      status: 1,
      stderr: 'Unknown command verb strat.\n',
    })
    expect(await run('systemctl', '--noblock', 'start', 'x')).toMatchObject({
      status: 1,
      stderr: "systemctl: unrecognized option '--noblock'\n",
    })
    expect(await run('systemctl', 'start', 'nothing')).toMatchObject({
      status: 5,
      stderr: 'Failed to start nothing.service: Unit nothing.service not found.\n',
    })
    expect(await run('systemctl', 'start')).toMatchObject({ status: 1, stderr: 'Too few arguments.\n' })
  })

  test('a timer is enabled, disabled or not found', async () => {
    expect(await run('systemctl', 'is-enabled', 'parking-edge-auto-update.timer')).toEqual({
      status: 1,
      stdout: 'disabled\n',
      stderr: '',
    })
    await start('auto-update', 'on')
    expect(await run('systemctl', 'is-enabled', 'parking-edge-auto-update.timer')).toEqual({
      status: 0,
      stdout: 'enabled\n',
      stderr: '',
    })
    expect(await run('systemctl', 'is-enabled', 'nothing.timer')).toMatchObject({
      status: 1,
      stderr: 'Failed to get unit file state for nothing.timer: No such file or directory\n',
    })
    expect((await start('auto-update', 'perhaps')).status).toBe(1)
    expect(left('auto-update.log')).toBe('E: The request must be on or off.\n')
  })
})

describe('reboot', () => {
  test('clears the memory, keeps the disk, and happens once for several requests', async () => {
    const seen: string[] = []
    machine.power.onReboot(
      async () => void seen.push('down'),
      async () => void seen.push('up'),
    )
    await start('refresh')
    await Promise.all([run('systemctl', 'reboot'), run('systemctl', 'reboot')])
    await machine.power.settled()
    expect(seen).toEqual(['down', 'up'])
    expect(machine.power.count).toBe(1)
    expect(existsSync(join(machine.env.PARKING_HELPER_RESULTS, 'refresh.end'))).toBe(false)
    expect((await run('apt-cache', 'policy', 'parking-edge')).stdout).toContain('Candidate: 0.2.0')
  })
})
