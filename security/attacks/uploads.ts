/**
 * Row 21: files that users upload. No call takes an archive, but every call is sent some anyway, and so is
 * every field that takes the text of a file.
 */
import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { calls, code, type Call, type CallName } from '@parking/contract'
import type { Attack } from '../support/lab.ts'
import { headersOf } from '../support/target.ts'
import { watchMemory } from './fuzz.ts'

const names = Object.keys(calls) as CallName[]
/** The fields that take the text of a file. */
const files: readonly [CallName, string][] = [
  ['preview_import', 'content'],
  ['register_vpn_offline', 'content'],
  ['import_certificate', 'certificate'],
  ['import_certificate', 'key'],
  ['update_platform_param', 'server_trust'],
  ['update_platform_param', 'extra_info'],
]

/** For each kind of archive, a valid one, one that escapes its folder, and one that unpacks to 256 MB. */
function archives(): [string, Buffer][] {
  const text = Buffer.from('#!/bin/sh\n')
  const zeros = Buffer.alloc(256 << 20)
  return [
    ['a ZIP archive', Buffer.from(zipSync({ 'a.json': text }))],
    ['a ZIP archive that climbs', Buffer.from(zipSync({ '../../etc/cron.d/x': text, '/etc/x': text }))],
    [
      'a ZIP bomb',
      Buffer.from(zipSync({ 'a.json': new Uint8Array(zeros) }, { level: 1 })).subarray(0, 1 << 20),
    ],
    ['gzip', gzipSync('{}')],
    ['a gzip bomb', gzipSync(zeros, { level: 1 })],
    ['a tar archive', Buffer.from(`../../etc/x${'\0'.repeat(246)}ustar\u000000`.padEnd(1_024, '\0'))],
    ['xz', Buffer.from('/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj', 'base64')],
    ['a program', Buffer.from('\u007fELF\u0002\u0001\u0001'.padEnd(512, '\0'), 'latin1')],
  ]
}

export const uploads: Attack = async ({ target, admin }, row) => {
  const before = filesIn(target.folder)
  const preview = (content: string) => target.call('preview_import', { content, passphrase: '' }, admin)
  const exported = await target.call('export_document', { secrets: 'left_out', passphrase: '' }, admin)
  const good = String(exported.data['content'])
  const corpus: [string, string][] = [
    ['an archive', 'PK\u0003\u0004'.padEnd(2_000, '\u0000')],
    ['half a file', good.slice(0, good.length / 2)],
    ['a file that was written into', good.replace(/"version": ?\d+/, '"version": 99')],
    ['a prototype', good.replace('{', '{"__proto__":{"admin":true},')],
    ['100,000 brackets', '['.repeat(100_000)],
    ['a million repeated keys', `{${'"a":1,'.repeat(100_000)}"b":1}`],
    ['a path', '{"sections":{"../../etc/passwd":{}}}'],
    ['a picture', '\u0089PNG\r\n'],
    ['nothing', ' '],
  ]
  const accepted: string[] = []
  for (const [what, content] of corpus) {
    const { code: got } = await preview(content)
    if (got === code.success || got === code.internal) accepted.push(`${what} ${got}`)
  }
  row.check(`${corpus.length} hostile files are refused`, accepted.length === 0, accepted.join(', '))
  const path = calls.preview_import.path
  const headers = { authorization: `Bearer ${admin.token}`, cookie: admin.cookie }
  const bomb = await target.ask({
    path,
    headers,
    body: JSON.stringify({ content: 'x'.repeat(12 << 20), passphrase: '' }),
  })
  row.check(
    '12 MB are refused',
    !bomb.body.includes('"code":0'),
    `HTTP ${bomb.status} ${bomb.body.slice(0, 60)}`,
  )
  const packed = await target.ask({ path, headers: { ...headers, 'content-encoding': 'gzip' }, body: '{}' })
  row.check('compressed bodies are not unpacked', !packed.body.includes('"code":0'), `HTTP ${packed.status}`)
  for (const asked of [
    '/media/../secret.key',
    '/media/..%2fsecret.key',
    '/media/%2e%2e/secret.key',
    '/media/support/..%2f..%2fsecret.key',
  ])
    row.check(`${asked} is no file`, (await target.ask({ method: 'GET', path: asked })).status >= 400)
  const packs = archives()
  const taken: string[] = []
  for (const [name, field] of files)
    for (const [what, bytes] of packs)
      for (const form of ['latin1', 'base64'] as const) {
        const text = bytes.subarray(0, 60_000).toString(form)
        const given = { ...(calls[name].example as object), [field]: text }
        const answer = await target.call(name, given, admin)
        if (answer.code === code.success || answer.code === code.internal)
          taken.push(`${name}.${field}: ${what} (${answer.code})`)
      }
  row.check(
    `${packs.length} archives and programs are refused in place of any file`,
    taken.length === 0,
    taken.join(', '),
  )
  const memory = watchMemory(target)
  const at_first = memory.now()
  const unpacked: string[] = []
  const kinds = [
    'application/zip',
    'application/gzip',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
  ]
  const bodies = [gzipSync('{}'), packs[4]![1].subarray(0, 1 << 20)]
  for (const name of names) {
    const { path: at, method } = calls[name] as Call
    if (method === 'GET') continue
    for (const [n, body] of bodies.entries()) {
      const kind = kinds[(names.indexOf(name) + n) % kinds.length]!
      const headers: Record<string, string>[] = [
        { 'content-type': kind },
        { 'content-encoding': ['gzip', 'br'][n]! },
      ]
      for (const more of headers) {
        const heard = await target.ask({ path: at, headers: { ...headersOf(admin), ...more }, body })
        if (heard.body.includes('"code":0')) unpacked.push(`${name} ${JSON.stringify(more)}`)
      }
    }
  }
  row.check(
    'no call takes an archive as its body, whatever it says it is',
    unpacked.length === 0,
    unpacked.join(),
  )
  const grown = Math.round(memory.stop() - at_first)
  row.check('and none is unpacked in memory', grown < 200, `${grown} MB more after all of them`)
  const after = filesIn(target.folder).filter(
    (file) => !before.includes(file) && !/^(data|strace.txt)$/.test(file),
  )
  row.check('nothing was written outside the data folder', after.length === 0, after.join(', '))
}

const filesIn = (folder: string): string[] => readdirSync(folder)
