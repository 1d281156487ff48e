/**
 * A stream is opened at the host that the address rule has read from its address, however malformed that is:
 * a real ffmpeg behind the relay, and two listeners on loopback. Skipped with a message if ffmpeg is missing.
 */
import { spawn } from 'node:child_process'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { isUrl } from '@parking/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { relayed_input, relayedList } from '@parking/contract/live/relayed-stream.ts'
import { openInput } from '#src/adapters/video/ffmpeg-source.ts'
import { sharedStreams } from '#src/adapters/video/shared-streams.ts'
import { urlIssue } from '#src/core/outbound/address.ts'
import { ffmpegFolder } from '../debian.ts'

const programs = await ffmpegFolder()
const reached: string[] = []
const servers: Server[] = []
let port = 0

const listen = (host: string, at: number) =>
  new Promise<Server>((resolve) => {
    const server = createServer((socket) => {
      reached.push(host)
      socket.destroy()
    })
    server.listen(at, host, () => resolve(server))
    servers.push(server)
  })
beforeAll(async () => {
  port = ((await listen('127.0.0.2', 0)).address() as AddressInfo).port
  await listen('127.0.0.1', port)
})
afterAll(() => servers.forEach((server) => server.close()))

const ffmpeg = (list: string) =>
  new Promise<void>((done) => {
    const child = spawn(`${programs}/ffmpeg`, ['-v', 'quiet', ...relayed_input, '-f', 'null', '-'])
    child.stdin.on('error', () => undefined)
    child.on('close', () => done())
    child.stdin.end(list)
  })

/** The hosts that were connected to for this camera; undefined for a refused address. */
async function placesOf(url: string, username: string): Promise<string[] | undefined> {
  if (!isUrl(url, ['rtsp']) || urlIssue(url, { allow_loopback: true })) return undefined
  if (!new URL(url).hostname.startsWith('127.')) return undefined // No name is looked up here.
  reached.length = 0
  const source = { url, username, password: "p'@?#/%" }
  const input = await openInput(sharedStreams({ allow_loopback: true }), source, 0)
  await ffmpeg(input.list)
  input.close()
  return [...reached]
}

test.skipIf(programs === undefined).each(['?@', '#@', '\\@', '/\\@', '?x@', '%0a@', ' @', '\t@'])(
  'an address that hides its host behind %j is refused, or leads to the host that it names first',
  async (trick) => {
    const places = await placesOf(`rtsp://127.0.0.2:${port}${trick}127.0.0.1:${port}/a`, 'u')
    expect(new Set(places)).toEqual(new Set(/[?#\\\s]/.test(trick) ? [] : (places ?? [])))
    expect(places ?? []).not.toContain('127.0.0.1')
  },
)

test.skipIf(programs === undefined)('every accepted address leads to the host that it names', async () => {
  const signs =
    "@ ? # \\ / %40 %3f %23 : ; ' & = . .. // u [ ] 127.0.0.1 127.0.0.2 PORT % %00 | ^ é , { $".split(' ')
  const piece = fc.constantFrom(' ', '"', ...signs)
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 7 }),
      fc.constantFrom('', 'u', 'a@127.0.0.1:1/', "'\n"),
      async (pieces, username) => {
        const url = `rtsp://127.0.0.2:${port}${pieces.join('').replaceAll('PORT', `:${port}`)}`
        const places = await placesOf(url, username)
        if (places) expect(new Set(places)).toEqual(new Set([new URL(url).hostname]))
      },
    ),
    { numRuns: 60 },
  )
})

test("ffmpeg is given no address but the relay's", () => {
  for (const address of [
    'rtsp://192.0.2.9/a',
    'rtsp://localhost/a',
    'http://127.0.0.1/a',
    'rtsps://127.0.0.1/',
  ])
    expect(() => relayedList(address, 1)).toThrow('ffmpeg opens only streams of the relay')
  expect(relayedList("rtsp://127.0.0.1:7/a'b\n", 5_000).split('\n')).toEqual([
    'ffconcat version 1.0',
    "file 'rtsp://127.0.0.1:7/a%27b'",
    'option rtsp_transport tcp',
    'option timeout 5000000',
    'option analyzeduration 500000',
    '',
  ])
})
