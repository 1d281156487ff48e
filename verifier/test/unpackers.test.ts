/**
 * What the verifier accepts is what every common unpacker makes, byte for byte: Info-ZIP, bsdtar, 7-Zip,
 * BusyBox, Java and Python's zipfile, on a dossier, odd archives and random changes.
 * Long because each odd form is one row.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { lacks, run, unpackDebian } from '@parking/server/test/debian.ts'
import { dossierOf } from '@parking/server/test/proof/dossier-device.ts'
import { report } from '@parking/server/test/proof/report.ts'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesSource, node_platform } from '../src/node.mjs'
import { openArchive } from '../src/archive.mjs'
import { openEvidence, verifyBytes, type Evidence } from './evidence-device.ts'
import { end64, extraField, oddZip, unicodePath, type OddArchive, type OddFile } from './odd-zip.ts'
import { alsoEnd, other_text, two_in_one } from './two-in-one.ts'

/** Each unpacker: its program, and the command with the program, the archive and the folder. */
type Command = (program: string, archive: string, folder: string) => [string, ...string[]]
const commands: readonly [string, Command][] = [
  ['unzip', (program, archive, folder) => [program, '-o', '-qq', archive, '-d', folder]],
  ['bsdtar', (program, archive, folder) => [program, '-xf', archive, '-C', folder]],
  // From a pipe it does not see the list at the end.
  ['bsdtar', (...all) => ['sh', '-c', 'cat "$1" | "$0" -xf - -C "$2"', ...all]],
  ['7zz', (program, archive, folder) => [program, 'x', '-y', '-bso0', '-bsp0', `-o${folder}`, archive]],
  ['python3', (program, archive, folder) => [program, '-m', 'zipfile', '-e', archive, folder]],
  ['busybox', (program, archive, folder) => [program, 'unzip', '-o', '-q', archive, '-d', folder]],
  ['busybox', (...all) => ['sh', '-c', '"$0" unzip -o -q - -d "$2" <"$1"', ...all]],
  ['jar', (...all) => ['sh', '-c', 'cd "$2" && "$0" xf "$1"', ...all]],
  ['jar', (...all) => ['sh', '-c', 'cd "$2" && "$0" x <"$1"', ...all]],
]
/** Not from Debian's packages, because they are large: only where they are installed. */
const installed: Readonly<Record<string, readonly string[]>> = {
  python3: ['--version'],
  jar: ['--version'],
}

let evidence: Evidence
let dossier: Buffer
let uuid = ''
const work = mkdtempSync(join(tmpdir(), 'unpackers-'))
let unpackers: ((archive: Buffer) => Promise<Record<string, string> | undefined>)[] = []

beforeAll(async () => {
  evidence = await openEvidence()
  uuid = (await evidence.stay()).entry
  dossier = Buffer.from(await dossierOf(evidence.device, uuid))
  const debian = await unpackDebian('unpackers', ['unzip', 'libarchive-tools', '7zip', 'busybox'])
  const has = new Map<string, boolean>()
  for (const [name, args] of Object.entries(installed)) {
    has.set(name, (await run(name, [...args])).code === 0)
    lacks(name, !has.get(name))
  }
  unpackers = commands.flatMap(([name, commandOf]) => {
    const program = has.has(name) ? has.get(name) && name : debian?.program(name)
    return program ? [(archive: Buffer) => unpackWith(program, commandOf, archive, debian?.env)] : []
  })
}, 240_000)
afterAll(async () => {
  rmSync(work, { recursive: true })
  await evidence.device.close()
})

let count = 0
/** The files that an unpacker makes, in base64; undefined if it fails. */
async function unpackWith(
  program: string,
  commandOf: Command,
  archive: Buffer,
  env: NodeJS.ProcessEnv | undefined,
): Promise<Record<string, string> | undefined> {
  const folder = join(work, String(++count))
  const path = `${folder}.zip`
  mkdirSync(folder)
  writeFileSync(path, archive)
  const [command, ...args] = commandOf(program, path, folder)
  const { code } = await run(command, args, { env: env ?? process.env })
  if (code !== 0) return undefined
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((one) => relative(folder, join(one.parentPath, one.name)))
    .filter((name) => statSync(join(folder, name)).isFile())
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), 'base64')]))
}

/** The files as the verifier reads them; undefined if it refuses the archive. */
async function readByVerifier(archive: Uint8Array): Promise<Record<string, string> | undefined> {
  try {
    const { names, bytes } = await openArchive(bytesSource(archive), node_platform)
    const files: Record<string, string> = {}
    for (const name of [...names].sort()) files[name] = Buffer.from((await bytes(name))!).toString('base64')
    return files
  } catch {
    return undefined
  }
}

test.each(two_in_one)(
  'an archive that is also %s unpacks to another page, and is refused',
  async (_, archive) => {
    const pages = await Promise.all(
      unpackers.map(async (unpack) => Object.values((await unpack(archive)) ?? {})),
    )
    if (unpackers.length === commands.length) expect(pages.flat()).toContain(other_text.toString('base64'))
    expect(await readByVerifier(archive)).toBeUndefined()
    expect((await verifyBytes(archive)).verdict).toBe('refused')
  },
)

test('a picture that would end early is no second page in a dossier', async () => {
  const { device } = evidence
  const entry = await report(device, { changed: withEnd })
  await device.deps.proof_log.caughtUp()
  const bytes = Buffer.from(await dossierOf(device, entry))
  expect(bytes.includes(other_text)).toBe(true)
  expect((await verifyBytes(bytes)).verdict).toBe('unconfirmed')
  const read = await readByVerifier(bytes)
  for (const unpack of unpackers) expect(await unpack(bytes)).toEqual(read)
})

/** The picture with a comment in front, in which an archive goes on behind the end of its content. */
function withEnd(jpeg: Buffer): Buffer {
  const length = alsoEnd(Buffer.alloc(6)).length - 4
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xfe, length >> 8, length & 0xff])
  return Buffer.concat([alsoEnd(start), jpeg.subarray(2)])
}

test('every unpacker makes the files of a dossier that the verifier reads', async () => {
  expect((await verifyBytes(dossier)).verdict).toBe('unconfirmed')
  const read = await readByVerifier(dossier)
  expect(Object.keys(read ?? {})).toContain(`files/${uuid}/in-0.jpg`)
  for (const unpack of unpackers) expect(await unpack(dossier)).toEqual(read)
})

const a: OddFile = { name: 'a.txt', data: Buffer.from('one') }
const b: OddFile = { name: 'b.txt', data: Buffer.from('two') }
/** Each is refused. */
const odd: readonly [string, OddArchive][] = [
  ['compressed', { files: [a, { ...b, deflate: true }] }],
  [
    'compressed, with bytes after the end of the data',
    { files: [{ ...a, deflate: true, tail: Buffer.alloc(9) }] },
  ],
  ['a wrong checksum', { files: [{ ...a, crc: 1 }, b] }],
  ['a folder with content', { files: [a, { ...b, name: 'b/' }] }],
  ['an empty folder', { files: [a, { name: 'b/', data: Buffer.alloc(0) }] }],
  ['another name in a field of the list', { files: [{ ...a, extra: unicodePath('a.txt', 'c.txt') }, b] }],
  [
    'another name in a field of the file',
    { files: [{ ...a, local_extra: unicodePath('a.txt', 'c.txt') }, b] },
  ],
  ['64-bit sizes', { files: [{ ...a, extra: extraField(1, Buffer.alloc(16)) }] }],
  ['a Unix time', { files: [{ ...a, extra: extraField(0x5455, Buffer.alloc(5)) }] }],
  ['a comment on a file', { files: [{ ...a, comment: 'note' }] }],
  ['a comment on the archive', { files: [a, b], comment: 'note' }],
  ['a Unix maker', { files: [{ ...a, made_by: 0x0314, attributes: (0o100644 << 16) >>> 0 }] }],
  ['a link', { files: [{ ...a, made_by: 0x0314, attributes: (0o120777 << 16) >>> 0 }] }],
  ['the attribute of a folder', { files: [{ ...a, attributes: 0x10 }] }],
  ['a later version', { files: [{ ...a, needs: 63 }, b] }],
  ['one name twice', { files: [a, { ...b, name: 'a.txt' }] }],
  ['one name twice but for capitals', { files: [a, { ...b, name: 'A.txt' }] }],
  [
    'a file that is also a folder',
    {
      files: [
        { ...a, name: 'x' },
        { ...b, name: 'x/b.txt' },
      ],
    },
  ],
  ['a list in another order', { files: [a, b], reversed: true }],
  ['a gap', { files: [a, { ...b, gap: Buffer.from('gap') }] }],
  ['an entry that is not listed', { files: [a, { ...b, unlisted: true }] }],
  ['bytes before', { files: [a, b], before: Buffer.from('MZ') }],
  ['bytes after', { files: [a, b], after: Buffer.alloc(4) }],
  ['a second archive after', { files: [a], after: oddZip({ files: [b] }) }],
  ['another name in front of the content', { files: [{ ...a, local_name: 'c.txt' }, b] }],
  ['another size in front of the content', { files: [{ ...a, local_size: 1 }, b] }],
  ['a backslash', { files: [{ ...a, name: 'x\\a.txt' }] }],
  ['a name that ends with a dot', { files: [{ ...a, name: 'a.' }] }],
  ['a name with a space at its end', { files: [{ ...a, name: 'a ' }] }],
  ['a name in an old code page', { files: [{ ...a, name: Buffer.of(0x81, 0x2e, 0x74) }] }],
  ['a name in UTF-8', { files: [{ ...a, name: '车.txt', flags: 0x0800 }] }],
  ['an empty name', { files: [{ ...a, name: '' }] }],
  ['the mark of encryption', { files: [{ ...a, flags: 1 }] }],
  ['a name from the root', { files: [{ ...a, name: '/a.txt' }] }],
  ['a name that leaves the folder', { files: [{ ...a, name: '../a.txt' }] }],
  ['a name that stays where it is', { files: [{ ...a, name: './a.txt' }] }],
  ['an empty folder name', { files: [{ ...a, name: 'x//a.txt' }] }],
  ['a drive', { files: [{ ...a, name: 'C:a.txt' }] }],
  ['the name of a device of Windows', { files: [{ ...a, name: 'x/AUX.txt' }] }],
  ['the name of a device without an ending', { files: [a, { ...b, name: 'com1' }] }],
  ['a name in two forms of Unicode', { files: [a, { ...b, name: 'e\u0301.txt', flags: 0x0800 }] }],
  ['a name in overlong UTF-8', { files: [{ ...a, name: Buffer.from([0xc0, 0xaf, 0x61]), flags: 0x0800 }] }],
  ['the mark of a split archive', { files: [a, b], before: Buffer.from('PK\u0007\u0008', 'latin1') }],
  [
    '64-bit sizes in front of the content',
    { files: [{ ...a, local_extra: extraField(1, Buffer.alloc(16)) }] },
  ],
  ['a name that ends early', { files: [{ ...a, name: 'a.txt\0b' }] }],
  ['a line feed in a name', { files: [{ ...a, name: 'a\n.txt' }] }],
  ['a stream of a file', { files: [{ ...a, name: 'a.txt:b' }] }],
  ['a list that counts too few', { files: [a, b], count: 1 }],
  ['a list that counts too many', { files: [a, b], count: 3 }],
  ['a second disk', { files: [a, b], disk: 1 }],
  ['a 64-bit end', { files: [a, b], between: end64(2) }],
  ['a signature after its list', { files: [a, b], between: Buffer.from('PK\u0005\u0005\0\0', 'latin1') }],
  ['bytes between the files and the list', { files: [a, b], ahead: Buffer.from('gap') }],
  ['a second end', { files: [a, b], after: oddZip({ files: [] }) }],
  ['another time in front of the content', { files: [{ ...a, local_time: [1, 0x5d7c] }, b] }],
  ['sizes that should follow, and do not', { files: [{ ...a, flags: 8 }, b] }],
]

test('what the verifier accepts of an archive is what every unpacker makes of it', async () => {
  const plain = oddZip({ files: [a, b] })
  const wanted = { 'a.txt': a.data!.toString('base64'), 'b.txt': b.data!.toString('base64') }
  for (const read of [readByVerifier, ...unpackers]) expect(await read(plain)).toEqual(wanted)
})

test.each(odd)('an archive with %s is refused', async (_, archive) => {
  expect(await readByVerifier(oddZip(archive))).toBeUndefined()
})

/** A change of a dossier; places and files are taken modulo what there is. */
const place = fc.nat(0xffffffff)
const file_changes = [
  'time',
  'content',
  'name',
  'case',
  'twice',
  'gone',
  'first',
  'last',
  'flags',
  'extra',
] as const
const change = fc.oneof(
  fc.record({
    kind: fc.constant('bytes' as const),
    bytes: fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constantFrom('cut', 'repeat', 'moved'), from: place, length: place, to: place }),
  fc.record({
    kind: fc.constantFrom(...file_changes),
    file: place,
    at: place,
    value: fc.integer({ min: 1, max: 255 }),
  }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function changedBy(one: Change, bytes: Buffer): Buffer {
  if ('bytes' in one) {
    const copy = Buffer.from(bytes)
    for (const [at, value] of one.bytes) copy[at % copy.length] = value
    return copy
  }
  if ('file' in one) return oddZip({ files: changedFiles(one, bytes) })
  const from = one.from % bytes.length
  const end = from + 1 + (one.length % 300)
  const rest = one.kind === 'repeat' ? bytes : Buffer.concat([bytes.subarray(0, from), bytes.subarray(end)])
  if (one.kind === 'cut') return rest
  const to = one.to % (rest.length + 1)
  return Buffer.concat([rest.subarray(0, to), bytes.subarray(from, end), rest.subarray(to)])
}

/** The files with one changed, in an archive that is consistent again. */
function changedFiles(one: Extract<Change, { file: number }>, bytes: Buffer): OddFile[] {
  const files = Object.entries(unzipSync(bytes)).map(([name, data]) => ({ name, data: Buffer.from(data) }))
  const nth = one.file % files.length
  const chosen = files[nth]!
  const [before, after] = [files.slice(0, nth), files.slice(nth + 1)]
  const instead = (...changed: OddFile[]): OddFile[] => [...before, ...changed, ...after]
  const content = Buffer.from(chosen.data)
  if (content.length > 0) content[one.at % content.length]! ^= one.value
  const letters = [...chosen.name]
  letters[one.at % letters.length] = String.fromCharCode(one.value)
  const changed: Record<(typeof file_changes)[number], OddFile[]> = {
    time: instead({ ...chosen, time: [one.at & 0xffff, one.value << 8] }),
    content: instead({ ...chosen, data: content }),
    name: instead({ ...chosen, name: letters.join('') }),
    case: instead({ ...chosen, name: chosen.name.toUpperCase() }),
    twice: instead({ ...chosen, data: content }, chosen),
    gone: instead(),
    first: [chosen, ...before, ...after],
    last: [...before, ...after, chosen],
    flags: instead({ ...chosen, flags: 1 << (one.value % 16) }),
    extra: instead({ ...chosen, local_extra: extraField(one.at & 0xffff, Buffer.alloc(one.value)) }),
  }
  return changed[one.kind as (typeof file_changes)[number]]
}

const runs = Number(process.env['VERIFIER_MUTATIONS'] ?? 400)
test('a changed dossier is never genuine with other files', { timeout: 120_000 + runs * 60 }, async () => {
  const dossiers = [dossier, Buffer.from(await dossierOf(evidence.device, (await evidence.stay()).exit))]
  const files = dossiers.map((bytes) =>
    Object.fromEntries(
      Object.entries(unzipSync(bytes))
        .map(([name, data]) => [name, Buffer.from(data).toString('base64')] as const)
        .sort(),
    ),
  )
  const reached = { genuine: 0, unpacked: 0 }
  await fc.assert(
    fc.asyncProperty(change, fc.nat(1), async (one, n) => {
      const changed = changedBy(one, dossiers[n]!)
      if ((await verifyBytes(changed)).verdict !== 'unconfirmed') return
      reached.genuine += 1
      expect(await readByVerifier(changed)).toEqual(files[n])
      // Starting four programs takes longer than everything else: as many as fit.
      if (changed.equals(dossiers[n]!) || reached.unpacked >= 10 + runs / 100) return
      reached.unpacked += 1
      for (const unpack of unpackers) expect(await unpack(changed)).toEqual(files[n])
    }),
    { numRuns: runs },
  )
  expect(reached.unpacked).toBeGreaterThan(0)
})
