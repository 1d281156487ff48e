import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { code } from '@parking/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processApp } from '#src/adapters/system/process-app.ts'
import { openLog } from '#src/core/log.ts'
import type { AppPort } from '#src/ports/app-port.ts'
import { openDevice } from '../device.ts'

let folder: string
let app: AppPort | undefined
let text = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parking-app-'))))
afterEach(async () => {
  await app?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A real program; `times` counts its starts. */
const make = (script: string, settle_ms = 50) => {
  text = ''
  const count =
    `require('fs').appendFileSync(${JSON.stringify(join(folder, 'starts'))}, ` + `process.pid + '\\n');`
  app = processApp({
    argv: [process.execPath, '-e', count + script],
    socket: join(folder, 'socket'),
    log: openLog('debug', { write: (line) => void (text += line) }),
    settle_ms,
    retry_ms: 5,
    max_retry_ms: 40,
    grace_ms: 300,
  })
  return app
}
const starts = (): number[] => readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n').map(Number)
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const forever = 'setInterval(() => {}, 1000);'

test('starts, logs its output, and stops', async () => {
  const one = make(`console.log('watching "8" cameras'); console.error('warm');${forever}`)
  expect(one.status()).toEqual({ state: 'stopped', reason: '', startup: true, auto_update: false })
  await one.start()
  expect(one.status().state).toBe('running')
  await expect.poll(() => text).toContain('"app":"watching \\"8\\" cameras"')
  await expect.poll(() => text).toContain('"app":"warm"')
  const [pid] = starts()
  await one.stop()
  expect(one.status()).toMatchObject({ state: 'stopped', reason: '' })
  expect(isAlive(pid!)).toBe(false)
})

test('a program stopped while it starts stays stopped: its exit is not a crash', async () => {
  const one = make(
    `process.on('SIGTERM', () => setTimeout(() => process.exit(0), 250)); console.log('up');${forever}`,
    200,
  )
  const starting = one.start()
  await expect.poll(() => text).toContain('"app":"up"')
  await one.stop()
  await starting // It was stopped, so this is not a failure.
  expect(one.status()).toMatchObject({ state: 'stopped', reason: '' })
  expect(text).not.toContain('app_ended')
  expect(starts()).toHaveLength(1)
})

test('a program stopped before its first output is not a failure either', async () => {
  const one = make(forever, 10_000)
  const starting = one.start()
  await expect.poll(() => readFileSync(join(folder, 'starts'), { encoding: 'utf8', flag: 'a+' })).not.toBe('')
  await one.stop()
  await starting
  expect(one.status()).toMatchObject({ state: 'stopped', reason: '' })
})

test('a program that ignores SIGTERM is killed together with its children', async () => {
  const child =
    `require('child_process').spawn(process.execPath, ['-e', ` +
    `${JSON.stringify(
      `require('fs').appendFileSync(${JSON.stringify(join(folder, 'starts'))}, ` + `'') ; ${forever}`,
    )}], ` +
    `{ stdio: 'ignore' })`
  const one = make(
    `process.on('SIGTERM', () => {}); const c = ${child}; ` +
      `require('fs').writeFileSync(${JSON.stringify(join(folder, 'child'))}, String(c.pid)); ` +
      `console.log('up');${forever}`,
  )
  await one.start()
  await expect.poll(() => text).toContain('"app":"up"')
  const pids = [starts()[0]!, Number(readFileSync(join(folder, 'child'), 'utf8'))]
  await one.stop()
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

test('restarts after every crash, ever more slowly, and never gives up; the reason is shown', async () => {
  const one = make(`setTimeout(() => process.exit(3), 80)`)
  await one.start()
  await expect.poll(() => starts().length, { timeout: 30_000 }).toBeGreaterThan(7)
  await expect.poll(() => one.status().state).toBe('failed')
  expect(one.status().reason).toBe('ended with status 3')
  const waits = [...text.matchAll(/"wait_ms":(\d+)/g)].map(([, ms]) => Number(ms))
  expect(waits.slice(0, 7)).toEqual([5, 10, 20, 40, 40, 40, 40])
  await one.start()
  expect(one.status().state).toBe('running')
})

test('reports why a program cannot be started', async () => {
  app = processApp({
    argv: [join(folder, 'no-such-program')],
    socket: '',
    log: openLog('silent'),
    settle_ms: 50,
    retry_ms: 60_000,
  })
  await expect(app.start()).rejects.toThrow(/ENOENT/)
  expect(app.status().state).toBe('failed')
  expect(app.status().reason).toContain('ENOENT')
})

test('closes its standard input when the server ends, so that it can exit', async () => {
  const script = join(folder, 'parent.mjs')
  const adapter = new URL('../../src/adapters/system/process-app.ts', import.meta.url)
  writeFileSync(
    script,
    `
    import { processApp } from ${JSON.stringify(adapter.href)}
    const log = { info: (line) => console.log(line.app), warn() {}, error() {} }
    const program = 'process.stdin.resume().on("end", () => process.exit()); console.log(process.pid)'
    await processApp({ argv: [process.execPath, '-e', program], socket: '', log }).start()`,
  )
  const { spawn } = await import('node:child_process')
  const parent = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: new URL('../..', import.meta.url),
  })
  const [data] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(data.toString().trim())
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false)
})

test('app_control: one at a time, only valid actions, with the reason of a failure', async () => {
  const none = await openDevice()
  const token = await none.tokenOf('admin')
  expect((await none.call('app_status', {}, token)).data).toMatchObject({
    state: 'unsupported',
    running: false,
    connected: false,
    startup: false,
  })
  expect(await none.call('app_control', { action: 'start' }, token)).toMatchObject({
    code: code.failed,
    message: 'No analysis application is installed on this device',
  })
  await none.close()

  const device = await openDevice({ ports: { app: make(forever) } })
  const admin = await device.tokenOf('admin')
  expect(await device.call('app_control', { action: 'stop' }, admin)).toMatchObject({
    code: code.failed,
    message: 'The analysis application cannot stop while it is stopped',
  })
  const both = await Promise.all([
    device.call('app_control', { action: 'start' }, admin),
    device.call('app_control', { action: 'start' }, admin),
  ])
  expect(both.map((answer) => answer.code).sort()).toEqual([code.success, code.busy])
  expect((await device.call('app_status', {}, admin)).data).toMatchObject({ state: 'running', running: true })
  // It is running before its first output; a program that is stopped by then has not counted its start.
  await expect.poll(() => readFileSync(join(folder, 'starts'), { encoding: 'utf8', flag: 'a+' })).not.toBe('')
  expect((await device.call('app_control', { action: 'restart' }, admin)).data).toMatchObject({
    state: 'running',
  })
  await expect.poll(() => starts().length).toBe(2)
  expect((await device.call('app_control', { action: 'stop' }, admin)).data).toMatchObject({
    state: 'stopped',
    running: false,
  })
  await device.close()
})
