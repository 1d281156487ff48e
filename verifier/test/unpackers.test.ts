/**
 * What the verifier accepts is what every common unpacker makes, byte for byte: Info-ZIP, bsdtar, 7-Zip and
 * Python's zipfile, on a dossier and on odd archives. Long because each odd form is one row.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { lacks, run, unpackDebian } from '@parking/server/test/debian.ts'
import { dossierOf } from '@parking/server/test/proof/dossier-device.ts'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesSource, node_platform } from '../src/node.mjs'
import { openArchive } from '../src/archive.mjs'
import { openEvidence, verifyBytes, type Evidence } from './evidence-device.ts'
import { extraField, oddZip, unicodePath, type OddArchive, type OddFile } from './odd-zip.ts'

/** The command of each unpacker, with the archive and the folder. */
const commands: Readonly<Record<string, (archive: string, folder: string) => string[]>> = {
  unzip: (archive, folder) => ['unzip', '-o', '-qq', archive, '-d', folder],
  bsdtar: (archive, folder) => ['bsdtar', '-xf', archive, '-C', folder],
  '7zz': (archive, folder) => ['7zz', 'x', '-y', '-bso0', '-bsp0', `-o${folder}`, archive],
  python3: (archive, folder) => ['python3', '-m', 'zipfile', '-e', archive, folder],
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
  const debian = await unpackDebian('unpackers', ['unzip', 'libarchive-tools', '7zip'])
  const has_python = (await run('python3', ['--version'])).code === 0
  lacks('python3', !has_python)
  unpackers = Object.entries(commands).flatMap(([name, commandOf]) => {
    const program = name === 'python3' ? has_python && name : debian?.program(name)
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
  commandOf: (archive: string, folder: string) => string[],
  archive: Buffer,
  env: NodeJS.ProcessEnv | undefined,
): Promise<Record<string, string> | undefined> {
  const folder = join(work, String(++count))
  const path = `${folder}.zip`
  mkdirSync(folder)
  writeFileSync(path, archive)
  const { code } = await run(program, commandOf(path, folder).slice(1), { env: env ?? process.env })
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

test('a changed dossier is never genuine with other files', { timeout: 120_000 }, async () => {
  const genuine = unzipSync(dossier)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(dossier.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      async (changes) => {
        const changed = Buffer.from(dossier)
        for (const [place, value] of changes) changed[place] = value
        if ((await verifyBytes(changed)).verdict !== 'unconfirmed') return
        const read = await readByVerifier(changed)
        expect(Object.keys(read ?? {}).sort()).toEqual(Object.keys(genuine).sort())
        for (const [name, bytes] of Object.entries(genuine))
          expect(read?.[name]).toBe(Buffer.from(bytes).toString('base64'))
      },
    ),
    { numRuns: Number(process.env['VERIFIER_MUTATIONS'] ?? 400) },
  )
})
