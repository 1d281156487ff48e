/**
 * The modules of the Ansible collection against a real device over TLS: a second run changes nothing, check
 * mode announces the changes of a run, no secret is printed. Long because each module has its own scenario.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { canonical } from '#src/config-document/canonical.ts'
import { openDevice, test_password, type Device } from '../device.ts'
import { issue } from '../tls/authority.ts'
import { openClient, type Client } from './open-client.ts'
import { openPython, type Options, type Ran } from './run-module.ts'

const python = await openPython()
describe.runIf(python)('the modules of the collection', () => {
  let box: Device
  let way: Options
  let call: Client
  let folder: string
  const secrets = new Set([test_password])
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parking-ansible-test-'))
    // Real clients check dates against the real clock.
    box = await openDevice({ now: Date.now(), app: { tls: true } })
    await box.tokenOf('admin')
    await box.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = box.app.server.address() as AddressInfo
    const fingerprint = box.deps.certificate.fingerprints().public_key
    call = await openClient(port, () => box.deps.certificate.current.cert)
    way = { host: '127.0.0.1', port, username: 'admin', password: test_password, fingerprint }
  })
  afterAll(async () => {
    await box.close()
    python?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  async function run(name: string, options: Options, mode?: 'check'): Promise<Ran['result']> {
    const { result, said } = await python!.module(name, { ...way, ...options }, mode)
    // Ansible prints the answer of a module, and its arguments except secrets.
    for (const secret of secrets) expect(said).not.toContain(secret)
    return result
  }
  /** Check mode, a run and a second run: the run makes the announced changes, the second one makes none. */
  async function threeRuns(name: string, options: Options): Promise<Ran['result'][]> {
    const announced = await run(name, options, 'check')
    const done = await run(name, options)
    const again = await run(name, options)
    expect([announced, done, again].map(({ changed, msg }) => msg ?? changed)).toEqual([true, true, false])
    return [announced, done, again]
  }

  test('a one-time password is replaced once; without the old one nothing happens', async () => {
    const row = { username: 'fleet', name: 'fleet', role: 'admin' } as const
    const { one_time_password } = await call('add_user', row)
    const wanted = 'Lantern+Gravel-71'
    for (const secret of [wanted, one_time_password]) secrets.add(secret)
    const user = { username: 'fleet', password: wanted }
    expect(await run('password', user)).toMatchObject({ failed: true })
    await threeRuns('password', { ...user, current_password: one_time_password })
    expect(await run('health', { ...user, needs_analysis: false })).toMatchObject({ changed: false })
    expect(await run('health', user)).toMatchObject({
      failed: true,
      msg: expect.stringContaining('analysis program is not connected'),
    })
  })

  test('values of the inventory are applied once, with the same diff in check mode and run', async () => {
    const values = {
      device: { name: 'gate-1', longitude: 113.93, latitude: 22.5 },
      platform_param: { operator_no: '4403', heartbeat_interval: 30, extra_info: { site: 'kerb' } },
    }
    const [announced, done, again] = await threeRuns('configuration', { values })
    expect(announced?.diff).toEqual(done?.diff)
    expect(done?.diff?.after).toContain('device: name = gate-1')
    expect(done?.diff?.after).toContain('platform_param: heartbeat_interval = 30')
    expect(again?.diff).toMatchObject({ before: '', after: '' })
    const refused = await run('configuration', { values: { platform_param: { heartbeat_interval: 1 } } })
    expect(refused).toMatchObject({
      failed: true,
      code: 1000,
      issues: [{ field: 'sections.platform_param.heartbeat_interval', issue: 'too_small', limit: 5 }],
    })
  })

  test('a secret is set if there is none, or always on request, and never printed', async () => {
    const password = 'Bucket-Key-2291'
    secrets.add(password)
    const options = {
      values: { storage_param: { endpoint: 'https://storage.example', username: 'box' } },
      secrets: { storage_param: { password }, platform_param: { extra_info: { token: password } } },
    }
    const [announced] = await threeRuns('configuration', options)
    expect(announced?.diff?.after).toContain('storage_param: password = (secret set)')
    const stored = await call('get_all_param', {})
    expect(stored.storage_param.password_set).toBe(true)
    expect(stored.platform_param.extra_info).toBe('{"token":"******"}')
    expect((await run('configuration', { ...options, update_secrets: 'always' })).changed).toBe(true)
  })

  test('a document of another box is applied in the chosen sections', async () => {
    const { content } = await call('export_document', { secrets: 'left_out', passphrase: '' })
    const { alg_param } = await call('get_all_param', {})
    const track_seconds = alg_param.track_seconds + 1
    await call('update_all_param', { alg_param: { track_seconds }, event_param: { video_fps: 7 } })
    const src = join(folder, 'site.json')
    writeFileSync(src, content)
    await threeRuns('configuration', { src, sections: ['alg_param'] })
    const after = await call('get_all_param', {})
    expect([after.alg_param.track_seconds, after.event_param.video_fps]).toEqual([track_seconds - 1, 7])
    writeFileSync(src, content.replace('"version"', '"versions"'))
    expect(await run('configuration', { src })).toMatchObject({ failed: true, code: 1000 })
    expect(await run('configuration', { src: join(folder, 'none.json') })).toMatchObject({ failed: true })
  })

  test('a bundle is collected once an hour, readable only by its owner', async () => {
    const [, done] = await threeRuns('bundle', { folder, name: 'gate-1' })
    const [file = '', ...more] = readdirSync(folder).filter((name) => name.endsWith('.zip'))
    expect([more, done?.['path']]).toEqual([[], join(folder, file)])
    expect(readFileSync(join(folder, file)).subarray(0, 2).toString()).toBe('PK')
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  })

  test('a certificate is replaced once; a failing authority changes nothing', async () => {
    const failing = await run('certificate', { sign_command: ['sh', '-c', 'echo closed today >&2; exit 3'] })
    expect(failing).toMatchObject({ failed: true, msg: expect.stringContaining('closed today') })
    expect(box.deps.certificate.imported).toBeUndefined()
    const root = issue('Site', Date.now(), { ca: true })
    const leaf = issue('gate', Date.now(), { names: ['localhost'] }, root)
    secrets.add(leaf.key_pem.split('\n')[1] ?? '')
    const options = { certificate: leaf.cert + root.cert, key: leaf.key_pem }
    // The first run pins the old key; afterwards the authority is trusted.
    expect((await run('certificate', options, 'check')).changed).toBe(true)
    expect(await run('certificate', options)).toMatchObject({ changed: true })
    const ca_path = join(folder, 'site.pem')
    writeFileSync(ca_path, root.cert)
    const trusted = { host: 'localhost', ca_path, fingerprint: null }
    expect(await run('certificate', { ...options, ...trusted })).toMatchObject({ changed: false, why: '' })
    const signs = { sign_command: ['false'], issuer: 'Site', names: ['localhost'] }
    expect(await run('certificate', { ...signs, ...trusted })).toMatchObject({ changed: false })
    expect(await run('certificate', { ...signs, ...trusted, issuer: 'Town' }, 'check')).toMatchObject({
      changed: true,
      why: expect.stringContaining('Site'),
    })
  })

  test('nothing is sent to a box that shows another key', async () => {
    const before = box.logged().length
    const other = await run('health', { fingerprint: 'AB:'.repeat(31) + 'CD' })
    expect(other).toMatchObject({ failed: true, msg: expect.stringContaining('another certificate') })
    const unknown = await run('health', { host: 'localhost', fingerprint: null })
    expect(unknown).toMatchObject({ failed: true, msg: expect.stringMatching(/certificate verify failed/i) })
    expect(box.logged().slice(before)).not.toContain('signed in')
  })

  test('Property: values are written as the box writes them, so that the checksum is the same', async () => {
    const values = fc.sample(
      fc.array(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string())),
      200,
    )
    const doubles = [
      0.00005,
      1e-7,
      -1.5e-9,
      1e21,
      1e20,
      123456789012345680000,
      0.1,
      -0,
      1 / 3,
      ...values.flat(),
    ]
    const code =
      'import json, sys\n' +
      'from ansible_collections.parking.edge.plugins.module_utils.document import canonical\n' +
      'print(canonical(json.load(sys.stdin)))'
    const said = await python!.program(code, JSON.stringify(doubles))
    expect(said).toBe(`${canonical(doubles)}\n`)
  })
})
