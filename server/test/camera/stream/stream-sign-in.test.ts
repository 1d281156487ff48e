/**
 * The sign-in of the relay: every challenge of RFC 7616 and basic, in any order, on the device and in the
 * analysis program by the same code. Skipped with a message if ffmpeg is missing.
 */
import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { openSource } from '@parking/analysis/sources/open-source.ts'
import { startRtsp } from '@parking/sim/peers/rtsp/rtsp-server.ts'
import { createSigner } from '#src/adapters/http/http-auth.ts'
import { ffmpegVideo } from '#src/adapters/video/ffmpeg-video.ts'
import { rtspRelays } from '#src/adapters/video/rtsp-relays.ts'
import { borrowFfmpeg, ffmpegFolder } from '../../debian.ts'

const programs = await ffmpegFolder()
const missing = programs === undefined || !(await borrowFfmpeg())
const login = { username: 'admin', password: "Str'eet#20 26%" }
const reach = { allow_loopback: true }
const video = ffmpegVideo({ ...reach, programs, still_ms: 20_000 })

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

test
  .skipIf(missing)
  .each([
    [['MD5']],
    [['SHA-256']],
    [['SHA-512-256']],
    [['MD5', 'SHA-256']],
    [['SHA-256', 'MD5']],
    [['SHA-512-256', 'SHA-256', 'MD5', 'Basic']],
    [['Basic']],
  ] as const)('a camera that asks for %j is opened by device and analysis program', async (algorithms) => {
  const rtsp = await startRtsp({ username: 'admin', password: () => login.password, algorithms })
  ends.push(() => rtsp.stop())
  const source = { url: `rtsp://127.0.0.1:${rtsp.port}/main`, ...login }
  const relays = rtspRelays(reach)
  await relays.start((name) => (name === 'good' ? source : { ...source, password: 'wrong' }))
  ends.push(() => relays.stop())
  const analysed = (name: string) => {
    const opened = openSource(
      { frame_url: '', stream_url_main: relays.addressOf(name), stream_url_sub: '' },
      Date.now,
    )
    ends.push(() => opened.close())
    return opened.next()
  }
  const [still, picture] = await Promise.all([video.still(source), analysed('good')])
  expect([still.width, picture.jpeg.length > 0]).toEqual([640, true])
  const [device, program] = await Promise.allSettled([
    video.still({ ...source, password: 'wrong' }),
    analysed('wrong'),
  ])
  expect(device).toMatchObject({ reason: { step: 'signin' } })
  expect(program).toMatchObject({ reason: { message: 'the camera refuses the user name or password' } })
})

/** The fields of an answer, without quotes. */
const fieldsOf = (answer: string) =>
  Object.fromEntries(
    [...answer.matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)].map(([, name, quoted, bare]) => [
      name!,
      quoted ?? bare ?? '',
    ]),
  )
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('a nonce is counted up, and a session algorithm, integrity and a hidden name are supported', () => {
  const signer = createSigner({ username: 'Mufasa', password: 'Circle of Life' })
  expect(signer.sign('GET', '/')).toBe('')
  expect(
    signer.take(
      'Negotiate, Bearer realm="Digest realm, Basic x", Digest realm="a \\"b\\" Basic c", nonce="n=1", ' +
        'qop="auth-int", algorithm=SHA-256-sess, userhash=true, opaque="o", Digest nonce="other"',
    ),
  ).toBe(true)
  const [first, second] = [signer.sign('SETUP', 'rtsp://x/1', 'body'), signer.sign('PLAY', 'rtsp://x')]
  expect([fieldsOf(first)['nc'], fieldsOf(second)['nc']]).toEqual(['00000001', '00000002'])
  const { cnonce = '', response, username, realm } = fieldsOf(first)
  expect([username, realm]).toEqual([sha256('Mufasa:a "b" Basic c'), 'a \\"b\\" Basic c'])
  const ha1 = sha256(`${sha256('Mufasa:a "b" Basic c:Circle of Life')}:n=1:${cnonce}`)
  const ha2 = sha256(`SETUP:rtsp://x/1:${sha256('body')}`)
  expect(response).toBe(sha256(`${ha1}:n=1:00000001:${cnonce}:auth-int:${ha2}`))
  expect(first).toContain('algorithm=SHA-256-sess')
  expect(first).toContain('opaque="o"')
  for (const [sloppy, realm] of [
    ['Digest realm=IP Camera (x), nonce=1', 'IP Camera (x)'],
    ['digest nonce = "1" realm = IP Camera', 'IP Camera'],
    ['Digest realm="a", nonce="1", algorithm=', 'a'],
    ['Basic realm=b, Digest algorithm=md5,realm=a b,nonce=1', 'a b'],
    ['Digest realm="a", nonce="1", algorithm=SHA256', 'a'],
  ] as const) {
    const one = createSigner({ username: 'u', password: 'p' })
    expect([sloppy, one.take(sloppy)]).toEqual([sloppy, true])
    expect(fieldsOf(one.sign('GET', '/'))).toMatchObject({ realm, nonce: '1' })
  }
  for (const unknown of ['', 'Negotiate', 'Digest nonce="n", algorithm=SHA-1', '=,,"'])
    expect(createSigner({ username: 'a', password: 'b' }).take(unknown)).toBe(false)
})
