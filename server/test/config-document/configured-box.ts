/** A configured box for the tests of the configuration file, and its export and import calls. */
import type { Answer, Body } from '@parking/contract'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { checksumOf, printed } from '#src/config-document/canonical.ts'
import { openDevice, type Device } from '../device.ts'
import { fillBox } from '../system/restore-device.ts'

export const passphrase = '口令-kerbside-2026-雨'
export let box: Device
export let admin: string

/** Opens the box before the tests of a file, and closes it after them. */
export function openConfiguredBox(): void {
  beforeAll(async () => {
    box = await openDevice()
    admin = (await fillBox(box)).admin
    await box.call(
      'update_storage_param',
      { protocol: 4, endpoint: 'http://127.0.0.1:9000', username: 'edge', password: 'canary-storage' },
      admin,
    )
    box.deps.db.run('UPDATE camera SET password = ?', [box.deps.secrets.seal('canary-camera')])
  })
  afterAll(() => box.close())
  beforeEach(() => box.wait(1_000))
}

type Previewed = Answer<'preview_import'>
type Tree = { [key: string]: Tree } & { list: Tree[] }

export const exported = async (secrets: Body<'export_document'>['secrets'] = 'left_out') =>
  (await box.call('export_document', { secrets, passphrase: secrets === 'wrapped' ? passphrase : '' }, admin))
    .data
export const preview = (content: string, word = '', token = admin) =>
  box.call('preview_import', { content, passphrase: word }, token)
export const apply = (
  token: string,
  sections: Body<'apply_import'>['sections'],
  more: { confirmed?: boolean; as?: string } = {},
) =>
  box.call(
    'apply_import',
    { token, sections, ...(more.confirmed === undefined ? {} : { confirmed: more.confirmed }) },
    more.as ?? admin,
  )

/** The file with changed content and a correct checksum. */
export function altered(content: string, change: (document: Tree) => void): string {
  const document = JSON.parse(content) as Tree
  change(document)
  return printed({ ...document, checksum: checksumOf(document) })
}

export const sectionOf = (previewed: Previewed, name: string) =>
  previewed.sections.find(({ section }) => section === name)
