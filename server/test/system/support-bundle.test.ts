/**
 * The support bundle: it contains no secret of the device in any form. Long because a secret is planted at
 * every place of the device that stores one.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { code, log_type } from '@parking/contract'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertCamera, unmeasured, type CameraRow } from '#src/camera/camera.store.ts'
import { writeSetting } from '#src/core/settings.store.ts'
import { openRedactor } from '#src/system/redact/redact.ts'
import { formsOf } from '#src/system/redact/secret-values.ts'
import { openDevice, type Device } from '../device.ts'

let box: Device
beforeEach(async () => {
  box = await openDevice()
})
afterEach(() => box.close())

const camera: CameraRow = {
  camera_sn: 'SN-1',
  camera_name: '北侧',
  ipv4: '192.0.2.20',
  onvif_port: 80,
  username: 'admin',
  password: '',
  onvif_supported: 1,
  ptz_supported: 0,
  camera_type: 0,
  width: 1920,
  height: 1080,
  stream_url_main: '',
  stream_url_sub: '',
  frame_url: '',
  bit_rate: 2048,
  frame_rate: 25,
  model: 'M',
  state: 0,
  state_reason: 'signin',
  state_ms: 0,
  create_ms: 0,
  ...unmeasured,
}

/** Every form from which a program or a person can recover a text. */
function* spellings(word: string): Generator<string> {
  yield word
  yield encodeURIComponent(word)
  yield JSON.stringify(word).slice(1, -1)
  yield Buffer.from(word).toString('hex')
  yield Buffer.from(word).toString('hex').toUpperCase()
  for (const before of ['', 'a', 'ab']) {
    const text = Buffer.from(`${before}${word}`).toString('base64').replace(/=+$/, '')
    const core = text.slice(before === '' ? 0 : 4, -2)
    yield core
    yield core.replaceAll('+', '-').replaceAll('/', '_')
  }
}

async function makeBundle(token: string) {
  const made = await box.call('support_bundle', {}, token)
  expect(made).toMatchObject({ code: code.success })
  const answer = await box.app.inject({ url: made.data.download })
  expect(answer.statusCode).toBe(200)
  const files = Object.fromEntries(
    Object.entries(unzipSync(answer.rawPayload)).map(([name, content]) => [
      name,
      Buffer.from(content).toString('utf8'),
    ]),
  )
  return { ...made.data, answer, files }
}

test('no secret of the device is in the bundle: plain, base64, hexadecimal or URL-encoded', async () => {
  const { db, secrets, log, now, folder } = box.deps
  const words = {
    camera_password: 'Canary+cam/1=ä&x',
    stream_password: 'canarystream2',
    app_secret: 'Canary-app-3-ZZ',
    nested: 'canary4nestedtoken',
    later_setting: 'Canary#mail5',
    user_password: 'Canary@user6',
    vpn_key: 'Q2FuYXJ5VnBuS2V5Nw',
    openvpn_pass: 'canaryvpnpass8',
    header: 'Y2FuYXJ5OWhlYWRlcg',
    typed: 'canary10typed',
    pem: 'MIICanary11PemBody',
    cookie: 'canary12cookie',
    repo: 'canary13repo',
    argv: 'canary14argv',
    said: 'canary15said',
  }
  const token = await box.tokenOf('admin')
  insertCamera(db, {
    ...camera,
    password: secrets.seal(words.camera_password),
    stream_url_main: `rtsp://root:${words.stream_password}@192.0.2.20/live?x=1`,
  })
  await box.call(
    'update_platform_param',
    {
      operator_no: 'OP-1',
      extra_info: JSON.stringify({
        app_secret: words.app_secret,
        more: { token: [words.nested] },
        region: 'north-of-here',
      }),
    },
    token,
  )
  writeSetting(
    db,
    'alarm_param_of_a_later_version',
    { from_email: 'a@example.com', from_auth: secrets.seal(words.later_setting) },
    now(),
  )
  writeFileSync(join(folder, 'vpn.conf'), `<key>${words.vpn_key}</key>`)
  // Secrets that careless lines may log: each once in plain, and the device's own also under an innocent
  // field name.
  const say = (app: string) => log.info({ log_type: log_type.application, app }, 'analysis output')
  for (const line of [
    `ffmpeg: rtsp://admin:${words.camera_password}@192.0.2.20/Streaming 401`,
    `tried ${words.camera_password} again`,
    encodeURIComponent(words.camera_password),
    `user=admin&pass=${encodeURIComponent(words.stream_password)}`,
    `rtsp://root:${words.stream_password}@192.0.2.20/`,
    `{"app_secret":"${words.app_secret}","x":1}`,
    `sig of ${words.app_secret} is bad`,
    `nested ${words.nested}`,
    `mail says ${words.later_setting}`,
    `login admin password: ${words.user_password}`,
    `<key>\n${words.vpn_key}\n</key>`,
    `auth-user-pass password=${words.openvpn_pass}`,
    `Authorization: Basic ${words.header}`,
    `--token ${words.argv} run`,
    `Cookie: Admin-Token=${words.cookie}`,
    `https://deploy:${words.repo}@packages.example.com/stable`,
    `密码：${words.typed}`,
    `-----BEGIN PRIVATE KEY-----\n${words.pem}`,
    `the password is ${words.said}`,
    `session ${token}`,
    Buffer.from(words.app_secret).toString('base64'),
    Buffer.from(`admin:${words.app_secret}`).toString('base64'),
    Buffer.from(`admin:${words.camera_password}`).toString('hex'),
  ])
    say(line)
  log.error(
    {
      log_type: log_type.service,
      what: 'x',
      url: `http://u:${words.repo}@h/`,
      secret_of_it: words.typed,
      note: `tried ${words.stream_password}; key=${words.openvpn_pass} secret=${words.openvpn_pass}`,
    },
    `failed with token=${words.nested}`,
  )
  box.deps.log_writer.audit('INFO', `admin typed ${words.camera_password}`, {
    what: 'call',
    audit: {
      who: 'admin',
      role: 'admin',
      address: '127.0.0.1',
      call: 'update_platform_param',
      code: 0,
      request_id: 'r',
      before: { extra_info: words.app_secret },
      after: { api_token: words.typed, note: words.nested },
    },
  })
  await box.call('update_platform_param', { operator_no: 'OP-2' }, token)
  await box.call('login', { username: 'admin', password: words.user_password })

  const { list, bytes, answer, files } = await makeBundle(token)
  expect(list.map(({ name }) => name)).toEqual([
    'manifest.json',
    'diagnose.json',
    'status.json',
    'configuration.json',
    'versions.json',
    'logs.ndjson',
    'journal.ndjson',
  ])
  expect(Object.keys(files).sort()).toEqual(list.map(({ name }) => name).sort())
  expect(answer.rawPayload.length).toBe(bytes)
  expect(list.find(({ name }) => name === 'logs.ndjson')?.redacted).toBeGreaterThan(25)
  for (const { name, bytes: reported } of list)
    expect([name, reported]).toEqual([name, Buffer.byteLength(files[name]!)])
  const everything = Object.values(files).join('\n')
  const lost = [
    ...Object.entries(words),
    ['session', token] as const,
    ['secret.key', readFileSync(join(folder, 'secret.key'), 'utf8').trim()] as const,
    ['media.key', readFileSync(join(folder, 'media.key'), 'utf8').trim()] as const,
  ].flatMap(([name, word]) =>
    [...spellings(word)]
      .filter((form) => everything.includes(form) || answer.rawPayload.includes(form))
      .map((form) => `${name}: ${form}`),
  )
  expect(lost).toEqual([])
  // Useful content is still there.
  expect(files['logs.ndjson']).toContain('Streaming 401')
  expect(files['logs.ndjson']).toContain('https://[removed]@packages.example.com/stable')
  expect(JSON.parse(files['configuration.json']!)).toMatchObject({
    list_cameras: {
      list: [
        { camera_sn: 'SN-1', camera_name: '北侧', stream_url_main: 'rtsp://[removed]@192.0.2.20/live?x=1' },
      ],
    },
    get_platform_param: { operator_no: 'OP-2' },
  })
  expect(JSON.parse(files['versions.json']!)).toMatchObject({ server: '0.0.0-test', node: process.version })
  expect(JSON.parse(files['status.json']!)).toMatchObject({
    disk_status: { complete: true },
    events: { taken_in: 0 },
  })
  expect(Object.keys(JSON.parse(files['diagnose.json']!) as object)).toEqual([
    'link',
    'gateway',
    'dns',
    'time',
    'platform',
    'storage',
    'cameras',
  ])
  expect(JSON.parse(files['manifest.json']!)).toMatchObject({ made_by: 'admin', files: list.slice(1) })
})

test('is for administrators, signed for ten minutes, and deleted after an hour or a restart', async () => {
  for (const role of ['operator', 'viewer'] as const)
    expect((await box.call('support_bundle', {}, await box.tokenOf(role))).code).toBe(code.permission_denied)
  const token = await box.tokenOf('admin')
  const { download, file_name, answer } = await makeBundle(token)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="${file_name}"`,
    'x-content-type-options': 'nosniff',
  })
  expect(file_name).toMatch(/^parking-support-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.zip$/)
  const get = async (url: string) => (await box.app.inject({ url })).statusCode
  for (const url of [
    download.replace(/sign=.{4}/, 'sign=AAAA'),
    download.replace(/until=\d/, 'until=9'),
    download.replace(/\?.*/, ''),
    download.replace(/support-\d/, 'support-9'),
    '/media/support/..%2f..%2fsecret.key?until=9&sign=x',
    '/media/support/%00',
  ])
    expect([url, await get(url)]).toEqual([url, 404])
  box.wait(599_000)
  expect(await get(download)).toBe(200)
  box.wait(2_000)
  expect(await get(download)).toBe(404)
  const lying = () => readdirSync(join(box.folder, 'support'))
  await makeBundle(token)
  await makeBundle(token)
  expect(lying()).toHaveLength(2)
  box.wait(3_601_000)
  await makeBundle(await box.tokenOf('admin'))
  expect(lying()).toHaveLength(1)
  box = await box.restart()
  expect(readdirSync(box.folder)).not.toContain('support')
})

test('refuses a second concurrent bundle; the audit names the user', async () => {
  const token = await box.tokenOf('admin')
  const [first, second] = await Promise.all([
    box.call('support_bundle', {}, token),
    box.call('support_bundle', {}, token),
  ])
  expect([first.code, second.code].sort()).toEqual([code.success, code.busy])
  const rows = (await box.call('log', { type: 2, page: 1, page_size: 10 }, token)).data.list
  expect(rows.map(({ audit }) => audit)).toEqual(
    expect.arrayContaining([expect.objectContaining({ call: 'support_bundle', who: 'admin', code: 0 })]),
  )
  await makeBundle(token) // a later one is made
})

describe('the redactor', () => {
  test.each([
    'camera 3 is online again',
    'GET /api/system/log answered in 12 ms',
    'auth_url http://platform.example/auth',
    'the author of token economics',
    'request a1b2c3d4e5f60718',
    '2026-11-21 08:30:00',
    'ff6c1e9a-3c57-4d8e-9d2e-7a30a9d2b9c1',
    'sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'password',
    'password:',
    '密码错误',
    'key_set: true',
    'http://192.0.2.1/path?x=a@b'.replace('@', '%40'),
    '/var/lib/parking-edge/data/media/events/2026-11-21/F0000000-0.jpg',
  ])('leaves "%s" as it is', (line) => {
    const redact = openRedactor(box.deps)
    expect(redact.text(line)).toBe(line)
    expect(redact.count).toBe(0)
  })

  test("removes and counts every value under a secret's name, at any depth", () => {
    const redact = openRedactor(box.deps)
    expect(
      redact.value({
        password: 'p',
        a: [{ app_secret: 's', name: 'n' }],
        key: 'k',
        key_set: true,
        key_re: '{date}',
        token_count: 3,
        psk: 12345,
        nothing_secret: '',
        empty_password: '',
        auth_url: 'http://x/',
      }),
    ).toEqual({
      password: '[removed]',
      a: [{ app_secret: '[removed]', name: 'n' }],
      key: '[removed]',
      key_set: true,
      key_re: '{date}',
      token_count: 3,
      psk: '[removed]',
      nothing_secret: '',
      empty_password: '',
      auth_url: 'http://x/',
    })
    expect(redact.count).toBe(4)
  })

  test('every encoded form of a secret is found by the search above', () => {
    const forms = formsOf('Abc/+def"1')
    for (const form of [
      'Abc/+def"1',
      'Abc%2F%2Bdef%221',
      'Abc/+def\\"1',
      Buffer.from('Abc/+def"1').toString('hex'),
    ])
      expect(forms).toContain(form)
    for (const before of ['', 'x', 'xy', 'xyz']) {
      const text = Buffer.from(`${before}Abc/+def"1tail`).toString('base64')
      expect(forms.some((form) => text.includes(form))).toBe(true)
    }
  })
})
