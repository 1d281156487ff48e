/** The commissioning file: any choice of sections, for a box with another serial number, without a secret. */
import { commissioning_sections, code, nameByRule, param_groups } from '@parking/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { storedConfiguration } from '#src/config-document/current.ts'
import { write_only } from '#src/params/param.store.ts'
import { openDevice } from '../device.ts'
import { admin, altered, box, exported, openConfiguredBox, passphrase, preview } from './configured-box.ts'

openConfiguredBox()

type Shared = (typeof commissioning_sections)[number]
const made = async (sections: Shared[], device_name: string, secrets: 'left_out' | 'wrapped' = 'left_out') =>
  box.call(
    'export_document',
    {
      secrets,
      passphrase: secrets === 'wrapped' ? passphrase : '',
      commissioning: { sections, device_name },
    },
    admin,
  )
const serial = async () => (await box.call('get_basic_info', {}, admin)).data.host_sn

test('any choice of sections gives exactly those, without a secret or the place of a box', async () => {
  const hidden = storedConfiguration(box.deps).secrets
  expect(hidden.params.length).toBeGreaterThan(0)
  // This device has no clock of its own, so its document has no section of it.
  const whole = JSON.parse((await exported()).content) as { sections: object }
  await fc.assert(
    fc.asyncProperty(
      fc.subarray([...commissioning_sections], { minLength: 1 }),
      fc.constantFrom('深南大道-{sn}', '{sn}', 'kerb 7'),
      async (chosen, name) => {
        const { data } = await made(chosen, name)
        const file = JSON.parse(data.content) as {
          checksum: string
          sections: Record<string, Record<string, unknown>>
        }
        const held = chosen.filter((section) => section in whole.sections).toSorted()
        expect(Object.keys(file.sections).toSorted()).toEqual(held)
        expect(data.checksum).toBe(file.checksum)
        for (const { value } of hidden.params) expect(data.content).not.toContain(value)
        for (const group of param_groups)
          for (const field of write_only[group]) expect(file.sections[group] ?? {}).not.toHaveProperty(field)
        if (file.sections['device']) expect(file.sections['device']).not.toHaveProperty(['detail_address'])
        const { data: shown } = await preview(data.content)
        expect(shown.checksum).toBe(file.checksum)
        expect(shown.sections.map(({ section }) => section).toSorted()).toEqual(held)
        const renamed = shown.sections
          .flatMap(({ changes }) => changes)
          .find((one) => one.kind === 'value' && one.field === 'name')
        if (chosen.includes('device'))
          expect(renamed).toMatchObject({ after: nameByRule(name, await serial()) })
      },
    ),
    { numRuns: 30 },
  )
})

test('a new box takes over what was chosen, its own name and the secrets; its place stays', async () => {
  const other = await openDevice()
  try {
    const token = await other.tokenOf('admin')
    await other.call(
      'set_address',
      {
        province: '',
        city: '',
        district: '',
        detail_address: '港湾大道 7 号',
        longitude: 113.5,
        latitude: 22.5,
      },
      token,
    )
    const { data } = await made(['device', 'platform_param', 'storage_param'], '深南大道-{sn}', 'wrapped')
    const { data: shown } = await other.call('preview_import', { content: data.content, passphrase }, token)
    const { host_sn } = (await other.call('get_basic_info', {}, token)).data
    expect(shown.warnings.map(({ warning }) => warning)).not.toContain('other_device')
    const applied = await other.call(
      'apply_import',
      { token: shown.token, sections: ['device', 'platform_param', 'storage_param'] },
      token,
    )
    expect(applied.code).toBe(code.success)
    const [from, to] = [storedConfiguration(box.deps), storedConfiguration(other.deps)]
    expect(to.sections.device).toMatchObject({
      name: nameByRule('深南大道-{sn}', host_sn),
      detail_address: '港湾大道 7 号',
      longitude: 113.5,
    })
    expect(to.sections.platform_param).toEqual(from.sections.platform_param)
    expect(to.sections.storage_param).toEqual(from.sections.storage_param)
    const of = ({ secrets }: typeof from) =>
      secrets.params.filter(({ group }) => group === 'platform_param' || group === 'storage_param')
    expect(of(to)).toEqual(of(from))
    expect(to.secrets.cameras).toEqual([])
  } finally {
    await other.close()
  }
})

test('a name is required with the identity, and must fit when the serial number is in it', async () => {
  expect(await made(['device'], ' ')).toMatchObject({
    code: code.format_error,
    data: [{ field: 'commissioning.device_name', issue: 'required' }],
  })
  const { data } = await made(['device'], `${'长'.repeat(60)}{sn}`)
  expect(await preview(data.content)).toMatchObject({
    code: code.format_error,
    data: [{ field: 'sections.device.name', issue: 'too_long', limit: 64 }],
  })
})

describe('a file that shows a secret is refused with its place', () => {
  const cases: [string, string, Record<string, unknown>][] = [
    ['storage_param', 'password', { password: 'canary' }],
    ['alarm_param', 'from_auth', { from_auth: 'canary' }],
    ['platform_param', 'extra_info', { extra_info: '{"app_secret":"canary"}' }],
    ['platform_param', 'data_url', { data_url: 'https://iot.example.com/data?token=canary' }],
  ]
  test.each(cases)('%s: %s', async (section, field, values) => {
    const { data } = await made([...commissioning_sections], 'kerb 7')
    const spoilt = altered(data.content, ({ sections }) => Object.assign(sections![section]!, values))
    const answer = await preview(spoilt)
    expect(answer).toMatchObject({
      code: code.format_error,
      data: [{ field: `sections.${section}.${field}`, issue: 'document_secret' }],
    })
    expect(JSON.stringify(answer)).not.toContain('canary')
  })

  test('no export of a configured box is such a file', async () => {
    await box.call('update_platform_param', { data_url: 'https://iot.example.com/data?token=canary' }, admin)
    const { data } = await made([...commissioning_sections], 'kerb 7')
    expect(data.content).not.toContain('canary')
    expect((await preview(data.content)).code).toBe(code.success)
  })
})
