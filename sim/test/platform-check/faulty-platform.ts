/**
 * A small platform written from docs/platform.md, with one fault per test. Long because each fault must be
 * where a real platform would have it.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A request body as received. */
type Json = Record<string, ReturnType<JSON['parse']>>
/** The answer of a step: an envelope, and the HTTP status if it is not 200. */
type Reply = { code: number; message?: string; data?: Json; status?: number }
export type FaultyPlatform = { url: string; stop: () => Promise<void> }

const minute_ms = 60_000
const taken: Reply = { code: 0, message: 'ok', data: {} }
const refused = (message: string, code = 7001): Reply => ({ code, message, data: {} })
const isText = (value: unknown): value is string => typeof value === 'string'
const init_fields = 'operator_no device_sn name version longitude latitude address cameras lots'.split(' ')
const heartbeat_fields = 'device_sn timestamp run_time cameras queue lots_occupied'.split(' ')
const event_fields = (
  'uuid operator_no device_sn event_time event_time_str parking_no camera_sn camera_name lot_no event_type ' +
  'plate_number plate_read plate_color confidence correction standing comment pictures clip check test'
).split(' ')
const hasOthers = (body: Json, known: readonly string[]) =>
  Object.keys(body).some((name) => !known.includes(name))

export async function startFaultyPlatform(
  fault: string,
  secret = '',
  host = '127.0.0.1',
): Promise<FaultyPlatform> {
  const tokens = new Set<string>()
  const former = new Set<string>()
  const of_device = new Map<string, string>()
  const names = new Map<string, string>()
  const given = new Map<string, string>()
  /** Stored bodies by key. */
  const stored = new Map<string, Json>()
  const rows: Json[] = []
  const [broken, busy] = [new Set<string>(), new Set<string>()]
  const exits = new Map<string, number>()

  const steps: Record<string, (body: Json, key: string) => Reply | Promise<Reply>> = {
    '/v1/auth': signIn,
    '/v1/device/init': init,
    '/v1/device/heartbeat': heartbeat,
    '/v1/lot_states': ({ lots }) =>
      fault === 'lots_needed' && lots.length === 0 ? refused('no lots') : taken,
    '/v1/events': takeEvent,
    '/v1/timer_events': (body, key) =>
      fault === 'timer_repeat' && stored.has(key) ? refused('exists already') : takeEvent(body, key),
  }

  function signIn({ operator_no, device_sn, timestamp, nonce, sign }: Json): Reply {
    const text = `${operator_no}\n${device_sn}\n${timestamp}\n${nonce}`
    const expected = createHmac('sha256', secret).update(text).digest('hex')
    if (sign !== expected && fault !== 'any_signature') return refused('the signature is wrong', 4001)
    const tolerance = fault === 'strict_clock' ? minute_ms : fault === 'any_clock' ? Infinity : 5 * minute_ms
    if (Math.abs(timestamp - Date.now()) > tolerance) return refused('the clock is off', 4001)
    const old = of_device.get(device_sn)
    if (fault === 'one_token' && old !== undefined && tokens.delete(old)) former.add(old)
    const token = randomBytes(12).toString('hex')
    tokens.add(token)
    of_device.set(device_sn, token)
    return { ...taken, data: fault === 'no_token' ? {} : { token, expires_in: 3600 } }
  }

  function init(body: Json): Reply {
    const { device_sn, name, longitude } = body
    if (fault === 'strict_init' && hasOthers(body, [...init_fields, 'test'])) return refused('unknown field')
    if (fault === 'place_needed' && longitude === null) return refused('where is it?')
    const owners = fault === 'names_for_ever' ? given : names
    const owner = owners.get(name)
    if (fault !== 'any_name' && name !== '' && owner !== undefined && owner !== device_sn)
      return refused('the name is taken', 5000)
    if (body['test']) return taken
    for (const [old, sn] of names) if (sn === device_sn) names.delete(old)
    names.set(name, device_sn)
    given.set(name, device_sn)
    return taken
  }

  function heartbeat(body: Json): Reply {
    if (fault === 'strict_heartbeat' && hasOthers(body, [...heartbeat_fields, 'test']))
      return refused('unknown field')
    if (fault === 'heartbeat_clock' && Math.abs(body['timestamp'] - Date.now()) > 5 * minute_ms)
      return refused('the clock is off')
    const zone_ms = fault === 'zone' ? 8 * 3_600_000 : 0
    return { ...taken, data: fault === 'no_clock' ? {} : { timestamp: Date.now() + zone_ms } }
  }

  async function takeEvent(body: Json, key: string): Promise<Reply> {
    const wrong = eventFault(body)
    if (wrong !== undefined) {
      if (fault === 'says_yes') return taken
      return { ...refused(wrong, 1000), ...(fault === 'crashes' && { status: 500 }) }
    }
    if (body['test'] && fault !== 'stores_tests')
      return fault === 'test_refused' ? refused('no tests') : taken
    const { uuid, correction, lot_no, event_type, event_time } = body
    if (broken.has(key)) return refused('exists already')
    if (fault === 'race' && busy.has(key)) return refused('duplicate key')
    if (fault === 'one_at_a_time' && [...busy].some((other) => other !== key)) return refused('too many')
    const first = stored.get(key)
    if (first && fault !== 'stores_twice' && fault !== 'last_wins') {
      if (fault === 'repeat_refused') return refused('exists already')
      if (fault === 'correction_repeat' && correction > 0) return refused('exists already')
      if (fault === 'late_original' && correction === 0 && stored.has(`${uuid}-1`))
        return refused('exists already')
      const other = JSON.stringify(first['pictures']) !== JSON.stringify(body['pictures'])
      return fault === 'other_form' && other ? refused('another body under one key') : taken
    }
    if (fault === 'unknown_uuid' && correction > 0 && !stored.has(uuid)) return refused('no such event')
    const since = (exits.get(lot_no) ?? 0) - event_time
    if (fault === 'order' && event_type === 1 && since > 0 && since < 60 * minute_ms)
      return refused('earlier than the last exit')
    if (event_type === 3) exits.set(lot_no, event_time)
    busy.add(key)
    if (fault === 'race' || fault === 'one_at_a_time') await pause(30)
    busy.delete(key)
    stored.set(key, body)
    if (!(fault === 'forgets' && event_type === 3)) store(body)
    return taken
  }

  function store(body: Json): void {
    const { uuid, correction, event_type, check } = body
    const plate_number =
      fault === 'latin1'
        ? Buffer.from(body['plate_number'], 'latin1').toString('latin1')
        : body['plate_number']
    const contradicts = event_type === 3 ? 'occupied' : 'vacant'
    const withdrawn = check?.verdict === 'discarded' || check?.verdict === contradicts
    const row = { uuid, correction, plate_number, void: withdrawn && fault !== 'void_ignored' }
    const at = rows.findIndex((one) => one['uuid'] === uuid)
    if (fault === 'stores_twice' || at < 0) rows.push(row)
    else if (fault === 'last_wins' || correction > rows[at]!['correction']) rows[at] = row
  }

  /** What the document requires, and what a platform may require by mistake. */
  function eventFault(body: Json): string | undefined {
    const { uuid, pictures, plate_color, plate_number, event_type, comment, event_time, check } = body
    if (!isText(uuid) || !Array.isArray(pictures)) return 'fields are missing'
    const inside = pictures.filter(({ content }) => isText(content))
    const isWhole = ({ content, sha256 }: Json) =>
      createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex') === sha256
    if (fault !== 'any_picture' && !inside.every(isWhole)) return 'a picture is damaged'
    const mistakes: Record<string, boolean> = {
      one_picture: inside.length > 1,
      content_needed: inside.length < pictures.length,
      types_to_3: event_type > 3 && event_type !== 5 && event_type !== 4 && event_type !== 6,
      few_colors: !['unknown', 'blue', 'yellow', 'green'].includes(plate_color),
      plate_needed: plate_number === '' && !body['test'],
      three_bytes: /[\u{10000}-\u{10ffff}]/u.test(comment),
      no_old: Date.now() - event_time > 7 * 86_400_000,
      strict_event: hasOthers(body, event_fields),
      no_withdrawal: check?.verdict === 'discarded',
    }
    return mistakes[fault] ? `mistake: ${fault}` : undefined
  }

  function isSignedIn(header: string | undefined): Reply | undefined {
    const token = (header ?? '').replace(/^Bearer /, '')
    if (tokens.has(token) || (fault === 'open' && token === '')) return undefined
    if (former.has(token)) return { ...refused('not your token', 4003), status: 403 }
    if (fault === 'forbidden') return { ...refused('forbidden', 4003), status: 403 }
    return { ...refused('sign in first', 4000), status: 401 }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const key = String(request.headers['idempotency-key'] ?? '')
    if (fault === 'no_clock') response.sendDate = false
    const chunks: Buffer[] = []
    request.on('close', () => void (fault === 'half_body' && !request.complete && broken.add(key)))
    response.on(
      'close',
      () =>
        void (fault === 'lost_answer' && request.complete && !response.writableFinished && broken.add(key)),
    )
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const text = Buffer.concat(chunks)
    const say = ({ status = 200, ...envelope }: Reply) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
    if (fault === 'megabyte' && text.length > 1024 * 1024)
      return void response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>Too large</h1>')
    if (path.endsWith('lot_states')) {
      if (fault === 'hangs') return
      if (fault === 'html') return void response.end('<!doctype html><p>Sign in to this network')
      if (fault === 'redirect') return void response.writeHead(302, { location: '/' }).end()
    }
    const denied = path === '/v1/auth' ? undefined : isSignedIn(request.headers.authorization)
    if (denied) return say(denied)
    if (path === '/v1/stored') return say({ ...taken, data: { list: rows } })
    let body: Json
    try {
      body = JSON.parse(text.toString()) as Json
    } catch {
      return say(fault === 'says_yes' ? taken : refused('no JSON', 1000))
    }
    const reply = await steps[path]!(body, key)
    // The answer is delayed until its connection is lost.
    if (fault !== 'lost_answer' || !path.endsWith('events')) return say(reply)
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
    await pause(20)
    response.end(JSON.stringify(reply))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, host, done))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
