/** Rows 23 to 25: planted secrets, hostile texts and mail headers. Long because each row has its corpus. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { unzipSync } from 'fflate'
import { calls, code, type Call, type CallName } from '@parking/contract'
import type { Attack } from '../support/lab.ts'
import { headersOf, type Target } from '../support/target.ts'

const names = Object.keys(calls) as CallName[]
/** A secret that can be found in every form in which a program would write it. */
const canary = (n: number) => `Canary${n}x7Qz9`

export const planted: Attack = async ({ target, admin }, row) => {
  let n = 0
  const next = () => canary(++n)
  const plant = async (name: CallName, body: object) => {
    const answer = await target.call(name, body, admin)
    if (answer.code !== code.success)
      row.check(`${name} takes the planted secret`, false, JSON.stringify(answer))
  }
  await plant('update_storage_param', {
    protocol: 4,
    endpoint: 'https://s3.example.com',
    username: 'kerb',
    password: next(),
    directory: 'bucket',
  })
  await plant('update_platform_param', {
    operator_no: 'OP-1',
    data_url: `https://iot.example.com/data?token=${next()}`,
    extra_info: JSON.stringify({ app_secret: next(), pin: next() }),
  })
  await plant('update_alarm_param', {
    email_server: 'smtp.example.com:587',
    from_user: 'box',
    from_auth: next(),
    from_email: 'box@example.com',
    to_email: ['duty@example.com'],
  })
  const key = `<key>\n-----BEGIN PRIVATE KEY-----\n${next()}\n-----END PRIVATE KEY-----\n</key>\n`
  await target.call(
    'register_vpn_offline',
    { file_name: 'a.ovpn', content: `client\ndev tun\nremote vpn.example.com 1194\n${key}` },
    admin,
  )
  for (const name of ['try_common_camera', 'add_common_camera'] as const)
    await target.call(
      name,
      {
        ...calls[name].example,
        username: 'cam',
        password: next(),
        frame_url: `http://192.0.2.9/snapshot.jpg?auth=${next()}`,
      },
      admin,
    )
  await target.call('test_mail', { ...calls.test_mail.example, from_auth: next() }, admin)
  await target.call('login', { username: 'admin', password: next() })
  await target.call('change_password', { old_password: next(), new_password: next() }, admin)
  await target.call('export_document', { secrets: 'wrapped', passphrase: `${next()} and more` }, admin)

  const found: string[] = []
  const look = (where: string, text: string | Buffer) => {
    for (let i = 1; i <= n; i++)
      for (const form of formsOf(canary(i))) if (text.includes(form)) found.push(`${where}: number ${i}`)
  }
  for (const name of names) {
    const call = calls[name] as Call
    if (call.effect !== 'read' || call.method === 'GET') continue
    look(`answer of ${name}`, (await target.send(name, call.example, admin)).body)
  }
  for (const type of [0, 1, 2, 3, 4, 5])
    look('log', (await target.send('log', { type, page: 1, page_size: 500 }, admin)).body)
  look('export', (await target.send('export_document', { secrets: 'left_out', passphrase: '' }, admin)).body)
  const bundle = await target.call('support_bundle', {}, admin)
  const address = String(bundle.data['download'] ?? '')
  if (address === '') row.check('a support bundle was made', false, JSON.stringify(bundle))
  else for (const [name, bytes] of await bundleOf(target, address, admin)) look(`bundle ${name}`, bytes)
  look('log of the process', target.logged.join('\n'))
  look('what it prints', target.printed.join('\n'))
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      look('command line of a process', readFileSync(`/proc/${pid}/cmdline`))
    } catch {
      // The process has ended in the meantime.
    }
  row.check(
    `${n} planted secrets are in no answer, log, export, bundle or process list`,
    found.length === 0,
    found.join(', '),
  )
  const on_disk: string[] = []
  for (const file of filesBelow(target.data))
    for (let i = 1; i <= n; i++)
      if (readFileSync(file).includes(canary(i))) on_disk.push(`${relative(target.data, file)} number ${i}`)
  // The simulated machine stands in for /etc, where OpenVPN's key is in plain text for root only, as on a
  // box.
  const own = on_disk.filter((file) => !/(^|\/)(machine|root)\//.test(file))
  row.check('none of them is in clear in the data folder', own.length === 0, own.join(', '))
}

/** The word as it is, and as programs encode it. */
const formsOf = (word: string) => [
  word,
  Buffer.from(word).toString('hex'),
  Buffer.from(word).toString('base64').replace(/=+$/, '').slice(0, -1),
]

async function bundleOf(target: Target, path: string, session: Parameters<typeof headersOf>[0]) {
  const { cookie = '' } = headersOf(session)
  // The client decodes text, but an archive must be read as bytes.
  const { request } = await import('node:https')
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: target.port,
      path,
      rejectUnauthorized: false,
      headers: { cookie },
    }
    request(options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
    })
      .on('error', reject)
      .end()
  })
  return Object.entries(unzipSync(bytes)).map(([name, data]): [string, Buffer] => [name, Buffer.from(data)])
}

function* filesBelow(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) yield* filesBelow(path)
    else if (stat?.isFile() && stat.size < 64 << 20) yield path
  }
}

const hostile = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "'-alert(1)-'",
  '{{7*7}}',
  '\u202egnp.exe',
  '\u2066a\u2069',
  '\u001b[31mred\u001b[0m',
  'a\u0000b',
  'a\r\nX-Header: y',
  '\ud800',
  'javascript:alert(1)',
  '</title><svg/onload=alert(1)>',
  '%3Cscript%3E',
  '&lt;b&gt;',
  '𠮷野家',
  '\u00ad\u200b\ufeff',
  '=cmd|/C calc!A0',
  '../../etc/passwd',
  '${7*7}',
  '#{7*7}',
]

export const inertText: Attack = async ({ target, admin }, row) => {
  const wrong: string[] = []
  let kept = 0
  for (const text of hostile)
    for (const [name, body] of [
      ['set_basic_info', { name: text }],
      ['add_whitelist', { list: [{ address: '127.0.0.0/8', comment: text }] }],
      ['add_update_scene', { ...calls.add_update_scene.example, parking_no: text }],
      ['update_platform_param', { operator_no: text }],
      ['add_user', { username: 'x', name: text, role: 'viewer' }],
    ] as const) {
      const heard = await target.send(name, body, admin)
      if (!String(heard.headers['content-type']).startsWith('application/json'))
        wrong.push(`${name}: no JSON`)
      if (heard.body.includes('<script>') && heard.body.includes('"code":0'))
        wrong.push(`${name} echoes markup`)
      if (heard.body.includes('"code":9000')) wrong.push(`${name} 9000 for ${JSON.stringify(text)}`)
      if (heard.body.includes('"code":0')) kept++
      await target.call('delete_whitelist', { list: ['127.0.0.0/8'] }, admin)
    }
  const page = await target.ask({
    method: 'GET',
    path: `/dashboard?x=${encodeURIComponent(hostile[1]!)}`,
    headers: { accept: 'text/html' },
  })
  row.check('a page repeats nothing of its address', !page.body.includes('alert(1)'))
  row.check(
    `${hostile.length} hostile texts in 5 fields are data: JSON, never markup`,
    wrong.length === 0,
    wrong.join(', '),
  )
  row.note(`${kept} of ${hostile.length * 5} were stored as they are, the others refused`)
  const unprintable = target.logged.filter((line) => /\u001b|\u0000/.test(line))
  row.check('no control character reaches the log', unprintable.length === 0, unprintable[0])
  await target.call('set_basic_info', { name: 'box' }, admin)
}

export const mailHeaders: Attack = async ({ target, admin }, row) => {
  const body = calls.update_alarm_param.example
  const breaks = [
    'a\r\nBcc: x@y.example',
    'a\nBcc: x@y.example',
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example,c@d.example',
  ]
  for (const name of ['update_alarm_param', 'test_mail'] as const)
    for (const field of ['from_user', 'from_email', 'to_email'] as const) {
      const passed: string[] = []
      for (const text of breaks.filter((one) => field !== 'from_user' || /[\r\n]/.test(one))) {
        const value = field === 'to_email' ? [text] : text
        const sent = { ...(name === 'test_mail' ? calls.test_mail.example : body), [field]: value }
        const answer = await target.call(name, sent, admin)
        if (answer.code !== code.format_error) passed.push(`${JSON.stringify(text)} ${answer.code}`)
      }
      row.check(`${name}.${field} takes no second header`, passed.length === 0, passed.join(', '))
    }
}
