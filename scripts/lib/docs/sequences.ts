/** The message sequences of docs/integrate, for its pictures and lists. Each step is a line of the list. */

export type Step = {
  /** Indices into `who`. A step from a participant to itself is a note. */
  readonly from: number
  readonly to: number
  readonly label: string
  /** An answer is drawn dashed, and a lost message red. */
  readonly kind?: 'answer' | 'lost' | 'note'
}
export type Sequence = {
  readonly title: string
  readonly who: readonly string[]
  readonly steps: readonly Step[]
}

const request = (from: number, to: number, label: string): Step => ({ from, to, label })
const answer = (from: number, to: number, label: string): Step => ({ from, to, label, kind: 'answer' })
const lost = (from: number, to: number, label: string): Step => ({ from, to, label, kind: 'lost' })
const note = (at: number, label: string): Step => ({ from: at, to: at, label, kind: 'note' })

export const sequences: Record<string, Sequence> = {
  platform: {
    title: 'From the sign-in to the first event',
    who: ['Device', 'Platform'],
    steps: [
      request(0, 1, 'POST auth_url: operator_no, device_sn, timestamp, nonce, sign'),
      answer(1, 0, 'code 0, data: token, expires_in'),
      request(0, 1, 'POST device_init_url: name, place, cameras, lots'),
      answer(1, 0, 'code 0; code 5000 if another device has the name'),
      request(0, 1, 'POST device_hb_url every heartbeat_interval: queue, lots_occupied, heads'),
      answer(1, 0, 'code 0, data: timestamp, the time of the platform'),
      note(0, 'a car parks: event, pictures and row are forced to disk'),
      request(0, 1, 'POST data_url with Idempotency-Key: the event'),
      note(1, 'stores the event under its key, then answers'),
      answer(1, 0, 'code 0: the event is sent'),
      request(0, 1, 'POST lot_state_url: the state of every lot'),
      answer(1, 0, 'code 0'),
    ],
  },
  'platform-retry': {
    title: 'An answer is lost, a token expires, a plate is corrected',
    who: ['Device', 'Network', 'Platform'],
    steps: [
      request(0, 2, 'POST data_url with Idempotency-Key: the event'),
      note(2, 'stores the event'),
      lost(2, 1, 'code 0, which never arrives'),
      note(0, 'no answer within 10 s: waits 1 s, then doubles the wait up to 5 min'),
      request(0, 2, 'the same body with the same key'),
      answer(2, 0, 'code 0: already known, not stored again'),
      request(0, 2, 'the next event, with an expired token'),
      answer(2, 0, 'HTTP 401 or code 4000'),
      request(0, 2, 'POST auth_url, then the event again'),
      answer(2, 0, 'code 0'),
      note(0, 'a user corrects the plate of the first event'),
      request(0, 2, 'the event with correction 1, key UUID-1'),
      note(2, 'keeps the highest correction'),
      answer(2, 0, 'code 0'),
    ],
  },
  analysis: {
    title: 'From the greeting to an acknowledged event',
    who: ['Analysis program', 'Device server', 'Spool folder'],
    steps: [
      request(0, 1, 'connects to PARKING_SOCKET; hello: protocol 1, name, version'),
      request(1, 0, 'config: revision, spool, cameras, scenes, params'),
      answer(0, 1, 'config_taken: revision, problems'),
      request(0, 1, 'state every few seconds: each visible lot'),
      note(0, 'a car parks'),
      request(0, 2, 'writes the complete pictures under names of its own'),
      request(0, 1, 'event: id, uuid, lot, plate, the names of the pictures'),
      note(1, 'forces row and pictures to disk'),
      request(1, 2, 'removes the files'),
      answer(1, 0, 'ack: stored, or duplicate for a known uuid'),
      lost(1, 0, 'no answer, or busy: the program keeps the event and its files'),
      request(0, 1, 'the same event with the same uuid, also after a reconnect'),
      answer(1, 0, 'ack: duplicate'),
    ],
  },
  storage: {
    title: 'Pictures are uploaded before their event is sent',
    who: ['Device', 'Object storage', 'Platform'],
    steps: [
      note(0, 'draws the evidence; an event waits for its pictures'),
      request(0, 1, 'PUT key: one request for each picture, with length and SHA-256'),
      answer(1, 0, 'HTTP 200'),
      lost(1, 0, 'any other response: tried again later; the event waits'),
      request(0, 2, 'POST data_url: kind, sha256, bytes and key of each picture'),
      answer(2, 0, 'code 0'),
      request(2, 1, 'GET key: the platform reads the picture'),
      answer(1, 2, 'the JPEG, whose SHA-256 matches the event'),
    ],
  },
  metrics: {
    title: 'A scrape',
    who: ['Prometheus', 'Device'],
    steps: [
      request(0, 1, 'GET /metrics with Authorization: Bearer and Accept-Encoding: gzip'),
      note(1, 'compares the hash of the token; collects at most once a second'),
      answer(1, 0, 'HTTP 200: OpenMetrics 1.0 or the text format, by Accept'),
      lost(1, 0, 'HTTP 401 without the token, 404 while metrics are off, 503 when overloaded'),
    ],
  },
  api: {
    title: 'A program that makes calls',
    who: ['Program', 'Device'],
    steps: [
      request(0, 1, 'POST /api/user/login: username, password'),
      answer(1, 0, 'code 0, data.token; over HTTPS also a cookie'),
      request(0, 1, 'POST a call with Authorization: Bearer and the cookie'),
      answer(1, 0, 'HTTP 200: code, message, data, request_id'),
      note(0, 'checks only code: 0 means success'),
      lost(1, 0, 'code 4000: the session has ended'),
      request(0, 1, 'signs in again and repeats the call'),
      answer(1, 0, 'code 0'),
    ],
  },
}
