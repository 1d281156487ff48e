/**
 * The audit is sent by syslog: what is sent, what waits while the server is unreachable, and that nothing is
 * lost. Long because all tests share one server.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { syslog_factory, type Body } from '@parking/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SyslogSender } from '#src/system/syslog/syslog-sender.ts'
import { verifyExport } from '#src/system/audit/verify-file.ts'
import { openDevice, type Device } from '../device.ts'
import { issue } from '../tls/authority.ts'
import { until } from '../until.ts'

type Heard = { text: string; id: string; facts: Record<string, string>; pri: number }

/** Reads frames as RFC 6587 defines them, by bytes. */
function reader(heard: Heard[]) {
  let waiting = Buffer.alloc(0)
  return (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk])
    for (;;) {
      const blank = waiting.indexOf(' ')
      const length = Number(waiting.subarray(0, blank).toString())
      if (blank < 1 || waiting.length < blank + 1 + length) return
      heard.push(parsed(waiting.subarray(blank + 1, blank + 1 + length).toString()))
      waiting = waiting.subarray(blank + 1 + length)
    }
  }
}

/** Written from RFC 5424, without code of the product. */
const param = String.raw`\w+="(?:[^"\\\]]|\\["\\\]])*"`
const whole = new RegExp(
  String.raw`^<(\d+)>1 \S+Z \S+ parking-edge \d+ (\S+) ` +
    String.raw`\[(?:audit|event)@\d+((?: ${param})*)\] \ufeff([\s\S]*)$`,
)

function parsed(message: string): Heard {
  const [, pri, id, data, text] = whole.exec(message) ?? []
  if (text === undefined) throw new Error(`no message of RFC 5424: ${message}`)
  const facts = Object.fromEntries(
    [...(data ?? '').matchAll(/ (\w+)="((?:[^"\\\]]|\\["\\\]])*)"/g)].map(([, name, value]) => [
      name ?? '',
      (value ?? '').replace(/\\(["\\\]])/g, '$1'),
    ]),
  )
  return { pri: Number(pri), id: id ?? '', facts, text }
}

let box: Device
let admin: string
let server: Server
let heard: Heard[]
const sockets = new Set<Socket>()
const sender = () => box.deps.syslog_sender

const portOf = (one: Server) => (one.address() as AddressInfo).port
const seqs = () =>
  heard.filter(({ facts, id }) => facts['seq'] && id !== 'head').map(({ facts }) => Number(facts['seq']))
const set = (over: Partial<Body<'update_syslog'>> = {}) =>
  box.call(
    'update_syslog',
    { enabled: true, host: '127.0.0.1', port: portOf(server), protocol: 'tcp', ...over },
    admin,
  )
const rename = (name: string) => box.call('set_basic_info', { name }, admin)
const state = async () => (await box.call('syslog_state', {}, admin)).data

async function listen(at = 0): Promise<Server> {
  const made = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('data', reader(heard))
  })
  made.listen(at, '127.0.0.1')
  await once(made, 'listening')
  return made
}
async function away(): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  for (const socket of sockets) socket.destroy()
  await closed
}

async function open(device: Device, mono?: () => number): Promise<void> {
  box = device
  // Short retry delays for the tests.
  box.deps.syslog_sender = new SyslogSender(box.deps, {
    first_delay_ms: 20,
    max_delay_ms: 50,
    random: () => 1,
    ...(mono && { mono }),
  })
  sender().start()
}

beforeEach(async () => {
  heard = []
  server = await listen()
  await open(await openDevice())
  admin = await box.tokenOf('admin')
})
afterEach(async () => {
  await sender().stop()
  await box.close()
  if (server.listening) await away()
})

describe('sending', () => {
  test('starts with the head, sends every link, and each new link at once', async () => {
    await rename('停车场]一"号\\')
    await set()
    const seq = box.deps.audit_chain.head().seq
    await until('all links', () => seqs().length >= seq)
    expect(heard[0]).toMatchObject({ id: 'head', pri: 110 })
    await rename('two')
    await until('the new link', () => seqs().at(-1) === seq + 1)
    expect(seqs()).toEqual(Array.from({ length: seq + 1 }, (_, at) => at + 1))
    const last = heard.at(-1)!
    expect(last.facts).toMatchObject({
      user: 'admin',
      address: '127.0.0.1',
      call: 'set_basic_info',
      code: '0',
    })
    expect(JSON.parse(last.text)).toMatchObject({
      audit: { before: { name: '停车场]一"号\\' }, after: { name: 'two' } },
    })
    expect(await state()).toMatchObject({ state: 'sending', waiting: 0, failed: null })
  })

  test('the received messages verify as a chain without the device', async () => {
    for (const name of ['one', 'two']) await rename(name)
    await set()
    await until('all links', () => seqs().at(-1) === box.deps.audit_chain.head().seq)
    const links = heard
      .filter(({ id }) => id !== 'head')
      .map(({ id, facts, text }) => ({
        v: Number(facts['v']),
        seq: Number(facts['seq']),
        time_ms: Number(facts['time']),
        log_id: Number(facts['row']),
        kind: id,
        ...Object.fromEntries(['content_hash', 'prev', 'hash', 'salt'].map((name) => [name, facts[name]])),
        content: text,
      }))
    const lines = [{ chain_id: heard[0]!.facts['chain'] }, ...links].map((line) => JSON.stringify(line))
    expect(verifyExport(lines)).toMatchObject({ links: links.length, findings: [] })
    expect(verifyExport(lines.map((line) => line.replace('one', 'two'))).findings).not.toEqual([])
  })

  test('alarms are sent as they open and close', async () => {
    await set()
    await until('the head', () => heard.length > 0)
    const { log, log_writer } = box.deps
    log.warn(
      { log_type: 4, what: 'alarm_raised', kind: 'disk', subject: '', name: '' },
      'an alarm was raised',
    )
    log.info({ log_type: 4, what: 'alarm_recovered', kind: 'disk', lasted_s: 5 }, 'an alarm is over')
    log_writer.flush()
    await until('both', () => heard.filter(({ id }) => id === 'alarm').length === 2)
    expect(heard.filter(({ id }) => id === 'alarm')).toMatchObject([
      { pri: 108, facts: { what: 'alarm_raised', kind: 'disk' } },
      { pri: 109, facts: { what: 'alarm_recovered', lasted_s: '5' } },
    ])
  })

  test('rows of the device log are sent with code and facts once that is switched on', async () => {
    const { log, log_writer } = box.deps
    const note = (n: number) => {
      log.error({ log_type: 1, what: 'app_ended', how: 'a crash', crashes: n, 'no name=]"': 1 }, 'it ended')
      log_writer.flush()
    }
    await set()
    await until('the head', () => heard.length > 0)
    note(1)
    await rename('no row of the log before this')
    await until('the link', () => seqs().at(-1) === box.deps.audit_chain.head().seq)
    expect(heard.filter(({ id }) => id === 'event')).toEqual([])
    await set({ events: true })
    note(2)
    await until('the row', () => heard.some(({ facts }) => facts['crashes'] === '2'))
    const row = heard.find(({ facts }) => facts['crashes'] === '2')
    expect(row).toMatchObject({ id: 'event', pri: 27, facts: { what: 'app_ended', how: 'a crash' } })
    expect(Object.keys(row?.facts ?? {})).toEqual(['row', 'what', 'how', 'crashes'])
  })

  test('heads are repeated', async () => {
    await sender().stop()
    box.deps.syslog_sender = new SyslogSender(box.deps, { head_every_ms: 30 })
    sender().start()
    await set()
    await until('heads', () => heard.filter(({ id }) => id === 'head').length > 3)
    expect(new Set(seqs()).size).toBe(seqs().length)
  })
})

describe('an unreachable server', () => {
  test('causes one note; later everything follows, even after a restart', async () => {
    const port = portOf(server)
    await set()
    await until('the first links', () => seqs().length > 0)
    await away()
    for (let at = 0; at < 5; at++) await rename(`away ${at}`)
    await until('it is noticed', async () => (await state()).failed === 'connect')
    expect((await state()).said).toBe('ECONNREFUSED')
    await sender().stop()
    await open(await box.restart('killed'))
    await rename('after the restart')
    heard = []
    server = await listen(port)
    await until(
      'all of it',
      () => new Set(seqs()).size >= 7 && seqs().at(-1) === box.deps.audit_chain.head().seq,
    )
    const known = new Set(seqs())
    for (let seq = Math.min(...known); seq <= Math.max(...known); seq++) expect(known).toContain(seq)
    box.deps.log_writer.flush()
    const { data } = await box.call('log', { type: 1, page: 1, page_size: 100 }, admin)
    expect(data.list.filter(({ what }) => what === 'syslog_down').length).toBeLessThanOrEqual(2)
    expect(data.list.some(({ what }) => what === 'syslog_up')).toBe(true)
  })

  test('messages that a broken connection may have lost are sent again', async () => {
    const port = portOf(server)
    await set()
    await rename('swallowed')
    await until('sent', () => seqs().at(-1) === box.deps.audit_chain.head().seq)
    const all = new Set(seqs())
    await away()
    heard = []
    server = await listen(port)
    await until('again', () => new Set(seqs()).size >= all.size)
    expect(new Set(seqs())).toEqual(all)
  })

  test('what was sent in the twenty minutes before a break is repeated, older is not', async () => {
    let now_ms = 0
    await sender().stop()
    await open(box, () => now_ms)
    await set()
    const all = async () => (await state()).waiting === 0 && seqs().at(-1) === (await state()).sent
    await until('all links', all)
    const old = seqs().at(-1)!
    now_ms += 1_200_001
    for (const seq of [old + 1, old + 2]) {
      await rename(`name ${seq}`)
      await until('the new link', async () => (await all()) && seqs().at(-1) === seq)
      now_ms += 500_000
    }
    heard = []
    for (const socket of sockets) socket.resetAndDestroy()
    await until('the repeated links', () => seqs().at(-1) === old + 2)
    expect(seqs()).toEqual([old + 1, old + 2])
  })

  test('that never reads delays nothing else', async () => {
    await sender().stop()
    const deaf = createServer((socket) => {
      sockets.add(socket)
      socket.pause()
    })
    deaf.listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    sender().start()
    await set({ port: portOf(deaf) })
    for (let at = 0; at < 3; at++) expect((await rename(`deaf ${at}`)).code).toBe(0)
    await sender().stop()
    for (const socket of sockets) socket.destroy()
    deaf.close()
    sender().start()
  })

  test('the change that turns syslog off is still sent to the former server', async () => {
    await set()
    await until('the first links', () => seqs().length > 0)
    await set({ enabled: false })
    await until('the farewell', () => heard.some(({ text }) => text.includes('"after":{"enabled":false}')))
    await until('it is off', async () => (await state()).state === 'off')
    expect((await rename('unseen')).code).toBe(0)
    expect(heard.some(({ text }) => text.includes('unseen'))).toBe(false)
  })
})

describe('TLS', () => {
  const now = Date.now()
  const ca = issue('A private authority', now, { ca: true })
  const good = issue('localhost', now, { names: ['localhost'] }, ca)
  const typed = (over: Partial<Body<'test_syslog'>>) => ({
    ...syslog_factory,
    host: 'localhost',
    trust: ca.cert,
    ...over,
  })

  test('is verified by the authority of its server, and the test reports what is wrong', async () => {
    const secure = createTlsServer({ cert: good.cert, key: good.key_pem }, (socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined).on('data', reader(heard))
    })
    secure.listen(0, '127.0.0.1')
    await once(secure, 'listening')
    const port = portOf(secure)
    const look = async (over: Partial<Body<'test_syslog'>> = {}) =>
      (await box.call('test_syslog', typed({ port, ...over }), admin)).data
    expect(await look()).toMatchObject({ failed: null })
    await until('the test message', () => heard.some(({ id }) => id === 'test'))
    expect(await look({ trust: '' })).toMatchObject({ failed: 'tls', tls: 'unknown_issuer' })
    expect(await look({ host: '127.0.0.1' })).toMatchObject({ failed: 'tls', tls: 'wrong_name' })
    expect(await look({ port: 1 })).toMatchObject({ failed: 'connect' })
    await set({ host: 'localhost', port, protocol: 'tls', trust: ca.cert })
    await until('links over TLS', () => seqs().length > 0)
    await sender().stop()
    for (const socket of sockets) socket.destroy()
    secure.close()
  })

  test('a forbidden address and a bad certificate are refused; only administrators change it', async () => {
    expect(await set({ host: '169.254.169.254' })).toMatchObject({
      code: 1000,
      data: [{ field: 'host', issue: 'url_forbidden' }],
    })
    expect(await set({ host: '' })).toMatchObject({
      code: 1000,
      data: [{ field: 'host', issue: 'required' }],
    })
    expect(await set({ trust: 'no certificate' })).toMatchObject({ code: 1000, data: [{ field: 'trust' }] })
    const operator = await box.tokenOf('operator')
    expect((await box.call('update_syslog', { enabled: false }, operator)).code).toBe(4030)
    expect((await box.call('get_syslog', {}, operator)).data).toEqual(syslog_factory)
  })
})
