/** Refuses hostile archives before trusting anything in them. */
import fc from 'fast-check'
import { zipSync, type Zippable } from 'fflate'
import { describe, expect, test } from 'vitest'
import { verifyBytes } from './evidence-device.ts'

const codeOf = async (bytes: Uint8Array) => {
  const { verdict, findings } = await verifyBytes(bytes)
  return [verdict, findings.at(-1)?.code]
}
const plain: Zippable = { 'a.txt': Buffer.from('one'), 'b.txt': Buffer.from('two') }
const archive = (files: Zippable = plain) => Buffer.from(zipSync(files, { level: 0 }))
/** The position of the `nth` signature, counted from 0. */
function at(bytes: Buffer, signature: string, nth = 0): number {
  let found = -1
  for (let n = 0; n <= nth; n++) found = bytes.indexOf(signature, found + 1, 'latin1')
  return found
}
const [local, central, end] = ['PK\u0003\u0004', 'PK\u0001\u0002', 'PK\u0005\u0006']
/** Overwrites the bytes at a position. */
function over(bytes: Buffer, place: number, ...values: number[]): Buffer {
  Buffer.from(values).copy(bytes, place)
  return bytes
}
const renamed = (from: string, to: string) =>
  Buffer.from(
    archive({ [from]: Buffer.from('x') })
      .toString('latin1')
      .replaceAll(from, to),
    'latin1',
  )

/** The same archive with the two rows of its list exchanged. */
function withListReversed(bytes: Buffer): Buffer {
  const [first, second, after] = [at(bytes, central), at(bytes, central, 1), at(bytes, end)]
  const rows = [bytes.subarray(second, after), bytes.subarray(first, second)]
  return Buffer.concat([bytes.subarray(0, first), ...rows, bytes.subarray(after)])
}

describe('a hostile archive', () => {
  test.each<[string, string, () => Uint8Array]>([
    ['is not a ZIP', 'zip_none', () => Buffer.from('not a zip file, and longer than its end record')],
    ['is empty', 'zip_none', () => new Uint8Array(0)],
    ['starts like a statement', 'zip_headers', () => over(archive(), 0, 0x7b)],
    ['is truncated', 'zip_structure', () => archive().subarray(0, -30)],
    ['contains no dossier', 'no_dossier', () => archive()],
    ['has a path to a parent folder', 'zip_name', () => renamed('aaaaaaaa.txt', '../../et.txt')],
    ['has an absolute path', 'zip_name', () => renamed('aaaa.txt', '/etc.txt')],
    ['has a path to a parent folder on Windows', 'zip_name', () => renamed('aaaa.txt', '..\\a.txt')],
    ['names a drive', 'zip_name', () => renamed('aaaa.txt', 'c:aa.txt')],
    ['names a file twice', 'zip_duplicate', () => archive({ 'a.txt': Buffer.of(1), 'A.txt': Buffer.of(2) })],
    [
      'shares bytes between two entries',
      'zip_overlap',
      () => {
        const bytes = archive()
        return over(bytes, at(bytes, central, 1) + 42, 0, 0, 0, 0)
      },
    ],
    [
      'hides bytes between entries',
      'zip_overlap',
      () => {
        const bytes = archive()
        const place = at(bytes, local, 1)
        const more = Buffer.concat([bytes.subarray(0, place), Buffer.alloc(4), bytes.subarray(place)])
        more.writeUInt32LE(place + 4, at(more, central, 1) + 42)
        more.writeUInt32LE(more.readUInt32LE(at(more, end) + 16) + 4, at(more, end) + 16)
        return more
      },
    ],
    ['has bytes before it', 'zip_structure', () => Buffer.concat([Buffer.from('MZ'), archive()])],
    ['has bytes after it', 'zip_structure', () => Buffer.concat([archive(), Buffer.alloc(30)])],
    [
      'has two names for an entry',
      'zip_headers',
      () => {
        const bytes = archive()
        return over(bytes, at(bytes, local) + 30, 99)
      },
    ],
    [
      'has two sizes for an entry',
      'zip_headers',
      () => {
        const bytes = archive()
        return over(bytes, at(bytes, local) + 18, 2)
      },
    ],
    [
      'is encrypted',
      'zip_encrypted',
      () => {
        const bytes = archive()
        return over(bytes, at(bytes, central) + 8, 1)
      },
    ],
    [
      'uses an unknown compression method',
      'zip_method',
      () => {
        const bytes = archive()
        return over(bytes, at(bytes, central) + 10, 12)
      },
    ],
    [
      'contains a link',
      'zip_special',
      () => archive({ 'a.txt': [Buffer.from('/etc'), { os: 3, attrs: 0o120777 << 16 }] }),
    ],
    ['is compressed', 'zip_method', () => zipSync({ 'a.txt': Buffer.alloc(3000, 'ab') }, { level: 9 })],
    [
      'is of a later version of the format',
      'zip_method',
      () => {
        const bytes = archive()
        return over(bytes, at(bytes, central) + 6, 63)
      },
    ],
    [
      'has a field that can rename a file',
      'zip_extra',
      () =>
        Buffer.from(
          zipSync({ 'a.txt': [Buffer.from('one'), { extra: { 0x7075: Buffer.alloc(9) } }] }, { level: 0 }),
        ),
    ],
    [
      'has a comment on a file',
      'zip_extra',
      () => Buffer.from(zipSync({ 'a.txt': [Buffer.from('one'), { comment: 'x' }] }, { level: 0 })),
    ],
    ['has a folder with content', 'zip_name', () => renamed('aaaa.txt', 'aaaatxt/')],
    [
      'has a file that is also a folder',
      'zip_duplicate',
      () => archive({ a: Buffer.of(1), 'A/b': Buffer.of(2) }),
    ],
    ['lists its files in another order', 'zip_overlap', () => withListReversed(archive())],
    [
      'has content with another checksum',
      'zip_content',
      () => over(archive({ 'dossier.json': Buffer.from('{}') }), 30 + 12, 0x5b),
    ],
  ])('that %s is refused', async (_, code, make) => {
    expect(await codeOf(make())).toEqual(['refused', code])
  })

  test('never crashes the verifier, whatever its bytes', async () => {
    const bytes = archive({ 'dossier.json': Buffer.from('{"type":"dossier"}') })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }),
        async (changes) => {
          const changed = Buffer.from(bytes)
          for (const [place, value] of changes) changed[place] = value
          const { verdict, findings } = await verifyBytes(changed)
          expect(['refused', 'wrong']).toContain(verdict)
          expect(findings.map(({ code }) => code)).not.toContain('unreadable')
        },
      ),
      { numRuns: 300 },
    )
  })
})
