/**
 * The tables of `npm run security` are complete, so that `npm test` detects a new call or a lost row; and
 * every connection that the device opens is known (docs/architecture.md, "Addresses").
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { calls, type Call, type CallName } from '@parking/contract'
import { expect, test } from 'vitest'
import { root } from '../scripts/lib/root.mjs'
import { projectFiles, textOf } from '../scripts/lib/sources.ts'
import { not_tried, places } from '../security/attacks/outbound.ts'
import { role_table, type Least } from '../security/role-table.ts'
import { rows } from '../security/rows.ts'

const leastOf = ({ roles }: Call): Least =>
  roles === 'anyone'
    ? 'anyone'
    : roles.includes('viewer')
      ? 'viewer'
      : roles.includes('operator')
        ? 'operator'
        : 'admin'

test('the rows are numbered, the thirty of the checklist first, each with an attack or a test', () => {
  expect(rows.length).toBeGreaterThanOrEqual(30)
  expect(rows.map(({ n }) => n)).toEqual(rows.map((_, at) => at + 1))
  expect(rows.filter(({ attack, tests }) => !attack && tests.length === 0)).toEqual([])
})

test('every test that a row names exists', () => {
  const missing = rows.flatMap(({ tests }) => tests).filter((file) => !existsSync(join(root, file)))
  expect(missing).toEqual([])
})

test('the roles of every call match the table, which is written by hand', () => {
  // If a call is missing, it is new: decide who may make it and add it to security/role-table.ts.
  const wanted = Object.fromEntries(
    (Object.keys(calls) as CallName[]).map((name) => [name, leastOf(calls[name])]),
  )
  expect(role_table).toEqual(wanted)
})

test('a role may make every call that a lower role may make', () => {
  for (const [name, { roles }] of Object.entries(calls as Record<string, Call>)) {
    if (roles === 'anyone') continue
    const rank = [roles.includes('viewer'), roles.includes('operator'), roles.includes('admin')]
    expect([name, rank.toSorted((a, b) => Number(a) - Number(b))]).toEqual([name, rank])
  }
})

test('every call that takes a host or a URL is attacked with addresses of the box', () => {
  const host = /url|ipv4|server|endpoint|repository|broker|^host$|^address$|_address$/
  const tried = new Set<string>([...places.map(({ name }) => name), ...not_tried])
  const missing = Object.entries(calls as Record<string, Call>)
    .filter(([, { example, effect }]) => {
      const fields = Object.entries(example as Record<string, unknown>)
      return (
        effect === 'write' && fields.some(([field, value]) => host.test(field) && /[.:]/.test(String(value)))
      )
    })
    .map(([name]) => name)
    .filter((name) => !tried.has(name))
  expect(missing).toEqual([])
})

const product = projectFiles().filter((path) => /^(server|analysis|contract)\/src\/.*\.ts$/.test(path))
const withText = (pattern: RegExp) => product.filter((path) => pattern.test(textOf(path)))

/** Files that open no connection to a host that a person or a peer can name, each with its reason. */
const not_guarded = {
  'analysis/src/socket/link.ts': "the device's own socket, a file",
  'analysis/src/sources/snapshot.ts': 'addresses of the relay (open-source.ts)',
  'server/src/adapters/network/linux-network.ts': 'an empty datagram to the discard port, for ARP',
  'server/src/analysis/socket-server.ts': 'its own socket, a file',
  'server/src/core/outbound/trust.ts': 'TLS over a connection that is open',
}

test('every file that opens a connection uses the address rule', () => {
  const opens = new RegExp(
    'import \\{[^}]*\\b(connect|createConnection|request|createSocket)\\b[^}]*\\} from ' +
      "'node:(net|tls|https?|dgram)'|\\bfetch\\(|import\\('basic-ftp'\\)",
  )
  const unguarded = withText(opens).filter(
    (path) => !/hostIssue|requestWay|\bdial\(|dialAddresses\(/.test(textOf(path)),
  )
  expect(unguarded).toEqual(Object.keys(not_guarded))
})

test('ffmpeg opens the relay, or a file that it has written itself', () => {
  expect(withText(/'-i'/)).toEqual([
    'contract/src/live/relayed-stream.ts',
    'server/src/adapters/video/ffmpeg-record.ts',
  ])
  const record = textOf('server/src/adapters/video/ffmpeg-record.ts')
  expect(record.match(/'-i'/g)).toHaveLength(record.match(/\.\.\.own_file,\s+'-i'/g)!.length)
  expect(withText(/protocol_whitelist/)).toEqual(withText(/'-i'/))
  expect(withText(/rtsp:\/\/\$\{/)).toEqual([])
})

/** Programs that may open connections by themselves are listed in docs/architecture.md. */
test('every file that starts a program is known', () => {
  expect(
    withText(/import (?!type)[^;]*?\b(spawn|execFile|exec|fork)\b[^;]*? from 'node:child_process'/),
  ).toEqual([
    'analysis/src/sources/key-frames.ts', // ffmpeg, the relay
    'analysis/src/user-model/check-model.ts', // this program
    'server/src/adapters/system/process-app.ts', // the analysis program
    'server/src/adapters/system/program.ts', // programs of the system
    'server/src/adapters/system/systemd-app.ts', // journalctl
    'server/src/adapters/system/systemd-journal.ts', // journalctl
    'server/src/adapters/system/tool-process.ts', // the tools for models and replays
    'server/src/adapters/video/ffmpeg-record.ts',
    'server/src/adapters/video/ffmpeg-still.ts',
    'server/src/adapters/video/ffmpeg-video.ts',
  ])
})
