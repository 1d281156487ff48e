/**
 * Rows 1 to 6: first passwords, password rules, hashes, guessing and user enumeration. Long because each row
 * is an attack.
 */
import { randomInt } from 'node:crypto'
import { calls, code, type CallName } from '@parking/contract'
import { openDevice } from '@parking/server/test/device.ts'
import type { Attack } from '../support/lab.ts'
import { forgetGuesses, withDatabase } from '../support/state.ts'
import { password, type Answer } from '../support/target.ts'

const names = Object.keys(calls) as CallName[]
const defaults = [
  'admin root user operator guest support service administrator installer parking'.split(' '),
  'admin password 123456 admin123 888888'.split(' '),
] as const

export const firstPassword: Attack = async ({ fresh: [a, b] }, row) => {
  const [first, second] = [a.one_time_password(), b.one_time_password()]
  row.check('two fresh devices have different first passwords', first !== '' && first !== second)
  row.check('a first password has at least 12 characters', first.length >= 12, `${first.length} characters`)
  const codes = await Promise.all(
    defaults[0].flatMap((username, i) =>
      defaults[1].map((secret, k) =>
        a.call('login', { username, password: secret }, undefined, { from: `127.0.2.${1 + i * 5 + k}` }),
      ),
    ),
  )
  const opened = codes.filter((answer) => answer.code === code.success).length
  row.check('50 usual pairs of name and password open nothing', opened === 0, `${opened} of ${codes.length}`)
  forgetGuesses(a)
  const session = await a.signIn('admin', first)
  await a.call('change_password', { old_password: first, new_password: password }, session)
  const again = await a.call('login', { username: 'admin', password: first })
  row.check('the first password is void after the change', again.code === code.failed, `code ${again.code}`)
}

export const forcedChange: Attack = async ({ fresh: [, b] }, row) => {
  const session = await b.signIn('admin', b.one_time_password())
  const wrong: string[] = []
  let tried = 0
  for (const name of names) {
    const call = calls[name] as { roles: unknown; with_first_password?: true }
    if (call.roles === 'anyone' || call.with_first_password) continue
    tried++
    const answer = await b.call(name, calls[name].example, session)
    if (answer.code !== code.permission_denied) wrong.push(`${name} ${answer.code}`)
  }
  row.check(`${tried} calls are refused with the first password`, wrong.length === 0, wrong.join(', '))
  const open = names.filter((name) => 'with_first_password' in calls[name])
  row.check(
    'only the choice of a password, its user and the way out are open',
    open.every((name) => /^(change_password|logout|info)$/.test(name)),
    open.join(', '),
  )
  const media = await b.ask({ method: 'GET', path: '/media/x.jpg', headers: { cookie: session.cookie } })
  row.check('so are pictures', media.status >= 400, `HTTP ${media.status}`)
}

/** Forty passwords that must be refused; `#` stands for the serial number and `@` for the host name. */
const weak = `Ab1! Abc12! abcdefgh ABCDEFGH 12345678 !@#$%^&* abcdefg1 Abcdefgh! 1234567! password Password1!
  P@ssw0rd P@ssw0rd1 Passw0rd! Admin123! admin@123 Admin@2026 Qwerty123! qwerty1! qwe123!@# 1qaz2wsx!
  1qaz@WSX !QAZ2wsx Zaq12wsx! asdf1234! Asdf@1234 Welcome1! Letmein1! Iloveyou1! Abc123456! Abcd1234!
  Aa123456! Aa@123456 aaaa1111! Parking1! Parking@2026 Test1234! Root@123 Changeme1! Summer2026!`
  .split(/\s+/)
  .filter(Boolean)

export const passwordRule: Attack = async ({ target, admin }, row) => {
  const session = await target.addUser(admin, 'rule.user', 'viewer')
  const change = (new_password: string, old_password = password) =>
    target.call('change_password', { old_password, new_password }, session)
  const sn = String((await target.call('get_basic_info', {}, admin)).data['host_sn'] ?? '')
  const all = [
    ...weak,
    `${sn}aA1!`.slice(0, 32),
    `${[...sn].reverse().join('')}aA1!`.slice(0, 32),
    'rule.user1!A',
  ]
  const passed: string[] = []
  for (const one of all) if ((await change(one)).code === code.success) passed.push(one)
  row.check(`${all.length} weak or derived passwords are refused`, passed.length === 0, passed.join(' '))
  const long = `Kerb#2026-${'k7'.repeat(20)}`
  row.check('33 characters are refused', (await change(long.slice(0, 33))).code !== code.success)
  const wrong_old = await change('Lamp-post-77', 'wrong')
  row.check('the current password is asked', wrong_old.code !== code.success, `code ${wrong_old.code}`)
  const full = long.slice(0, 32)
  row.check('32 characters are accepted', (await change(full)).code === code.success)
  const off = await target.call('login', { username: 'rule.user', password: `${full.slice(0, 31)}?` })
  const right = await target.call('login', { username: 'rule.user', password: full })
  row.check(
    'one that differs at character 32 does not open, so nothing is cut off',
    off.code === code.failed && right.code === code.success,
    `${off.code}, ${right.code}`,
  )
}

export const slowHash: Attack = async ({ target }, row) => {
  const hash = withDatabase(
    target,
    (db) => db.get<{ password_hash: string }>('SELECT password_hash FROM users LIMIT 1')?.password_hash ?? '',
  )
  const [, m, t, p] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(hash) ?? []
  row.check('passwords are stored as argon2id', m !== undefined, `m=${m} KiB, t=${t}, p=${p}`)
  row.check('its memory is at least 19 MiB (OWASP)', Number(m) >= 19_456, `${m} KiB`)
  const times: number[] = []
  for (let i = 0; i < 8; i++) times.push((await target.send('login', { username: 'admin', password })).ms)
  const least = Math.min(...times)
  row.check(
    'a sign-in takes at least 100 ms on this box',
    least >= 90,
    `the fastest of 8: ${least.toFixed(0)} ms`,
  )
}

export const guessing: Attack = async ({ target, admin, quick }, row) => {
  await target.addUser(admin, 'guessed', 'viewer')
  forgetGuesses(target)
  const owner = await target.signIn('guessed', password, { from: '127.0.4.200' })
  const tries = quick ? 200 : 1_000
  const since = Date.now()
  const counts = new Map<number, number>()
  for (let at = 0; at < tries; at += 10) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, k) =>
        target.call('login', { username: 'guessed', password: `Wrong-${at}-${k}` }, undefined, {
          from: `127.0.4.${1 + k}`,
        }),
      ),
    )
    for (const { code: got } of answers) counts.set(got, (counts.get(got) ?? 0) + 1)
    if (at === 0.3 * tries || at === 0.6 * tries) {
      await target.stop()
      await target.start()
    }
  }
  const looked_at = counts.get(code.failed) ?? 0
  const seconds = (Date.now() - since) / 1000
  // Allowed guesses: 20 at once, one every 30 s, and one for each address that had not failed before.
  const budget = 20 + 10 + Math.ceil(seconds / 30) + 2
  row.check(
    `of ${tries} guesses from 10 addresses, with two restarts, few are looked at`,
    looked_at <= budget,
    `${looked_at} in ${seconds.toFixed(0)} s; the budget is ${budget}`,
  )
  row.check('no guess opens anything', !counts.has(code.success))
  row.check('none is answered with 9000', !counts.has(code.internal))
  const known = await target.call('login', { username: 'guessed', password }, undefined, {
    from: '127.0.4.1',
    headers: { cookie: owner.cookie },
  })
  row.check(
    'the owner at a known browser signs in meanwhile',
    known.code === code.success,
    `code ${known.code}`,
  )
  const elsewhere = await target.call('login', { username: 'guessed', password }, undefined, {
    from: '127.0.4.99',
  })
  row.check('and at a new address', elsewhere.code === code.success, `code ${elsewhere.code}`)
  forgetGuesses(target)
}

/**
 * Runs the application in this process with a clock that is advanced between tries, because throttling would
 * prevent a thousand of them. Measures the time of the whole call.
 */
export const enumeration: Attack = async ({ quick }, row) => {
  const device = await openDevice()
  try {
    await device.tokenOf('admin')
    // `again` is the known user too. The difference between the two is the noise of this machine.
    const kinds = ['known', 'unknown', 'again'] as const
    const times = { known: [] as number[], unknown: [] as number[], again: [] as number[] }
    const answers = { known: new Set<string>(), unknown: new Set<string>(), again: new Set<string>() }
    const tries = quick ? 100 : 500
    const ask = async (kind: keyof typeof times, at: number) => {
      device.wait(30 * 60_000)
      const since = performance.now()
      const heard = await device.app.inject({
        method: 'POST',
        url: calls.login.path,
        headers: { 'content-type': 'application/json' },
        payload: { username: kind === 'unknown' ? 'absent' : 'admin', password: `Wrong-${at}` },
      })
      times[kind].push(performance.now() - since)
      const { request_id: _, ...body } = heard.json<Answer>()
      answers[kind].add(
        `${heard.statusCode} ${Object.keys(heard.headers).sort().join()} ${JSON.stringify(body)}`,
      )
    }
    for (let at = 0; at < tries; at++) for (const kind of shuffled(kinds)) await ask(kind, at)
    const same = answers.known.size === 1 && [...answers.known].join() === [...answers.unknown].join()
    row.check(
      'an unknown and a known user get the same status, headers and body',
      same,
      [...answers.known].join(),
    )
    // The three tries of a round run within a second, so the load of the machine affects all of them.
    const apart = times.known.map((ms, at) => times.unknown[at]! - ms)
    const twice = times.known.map((ms, at) => times.again[at]! - ms)
    const whole = median(times.known)
    const share = (ms: number) => Math.abs(ms) / whole
    // Three standard errors, because on a busy machine a few hundred tries cannot distinguish 5 % from
    // nothing.
    const noise = 3 * errorOf(apart)
    row.check(
      `the median difference of ${tries} pairs is within 5 %, or less than this machine can tell`,
      share(median(apart)) <= Math.max(0.05, share(noise), share(median(twice))),
      `${whole.toFixed(2)} ms, ${percent(share(median(apart)))} apart; one user twice: ` +
        `${percent(share(median(twice)))}; three standard errors: ${percent(share(noise))}`,
    )
  } finally {
    await device.close()
  }
}

function shuffled<T>(list: readonly T[]): T[] {
  const keyed = list.map((one) => [randomInt(2 ** 32), one] as const)
  return keyed.toSorted(([a], [b]) => a - b).map(([, one]) => one)
}
/** The standard error of the median, estimated from the median absolute deviation. */
function errorOf(list: readonly number[]): number {
  const middle = median(list)
  return (1.253 * 1.4826 * median(list.map((one) => Math.abs(one - middle)))) / Math.sqrt(list.length)
}
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0
