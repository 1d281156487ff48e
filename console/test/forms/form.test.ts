import { add_onvif_camera, common_form } from '@parking/contract/camera/camera.ts'
import { set_address, set_basic_info } from '@parking/contract/device/device.ts'
import { alg_param, event_param, platform_param, storage_param } from '@parking/contract/params/params.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyOf, check } from '#src/forms/check.ts'
import { kindsOf } from '#src/forms/kinds.ts'
import { createFormModel } from '#src/forms/model.ts'
import { halfWidth, rawOf, valueOf } from '#src/forms/values.ts'

const empty = { province: '', city: '', district: '', detail_address: '', longitude: null, latitude: null }

describe('the fields of a schema', () => {
  it('reads kind, range, unit, codes and secret', () => {
    expect(kindsOf(set_address.body)['longitude']).toEqual({
      kind: 'decimal',
      empty: 'null',
      required: false,
      min: 0,
      max: 180,
      unit: '°',
    })
    expect(kindsOf(set_basic_info.body)['name']).toEqual({ kind: 'text', empty: 'text', required: true })
    expect(kindsOf(add_onvif_camera.body)['onvif_port']).toMatchObject({
      kind: 'whole',
      required: true,
      min: 1,
      max: 65535,
    })
    expect(kindsOf(add_onvif_camera.body)['ipv4']).toMatchObject({ kind: 'text', required: true })
    expect(kindsOf(add_onvif_camera.body)['password']).toMatchObject({ kind: 'secret', required: false })
    expect(kindsOf(common_form)['frame_url']).toMatchObject({ kind: 'text', required: false })
    expect(kindsOf(alg_param)['timer_seconds']).toMatchObject({
      kind: 'whole',
      min: 10,
      max: 86400,
      unit: 's',
    })
    expect(kindsOf(alg_param)['debug_mode']).toEqual({ kind: 'switch', required: false })
    expect(kindsOf(event_param)['osd_device_name']).toMatchObject({
      kind: 'choice',
      table: 'osd_device_name',
      choices: [
        { value: 0, word: 'none' },
        { value: 1, word: 'edge_host_name' },
        { value: 2, word: 'camera_name' },
      ],
    })
    expect(kindsOf(storage_param)['protocol']).toMatchObject({ kind: 'choice', table: 'storage_protocol' })
    expect(kindsOf(platform_param)['extra_info']).toMatchObject({ kind: 'area' })
  })
})

describe('typed texts', () => {
  const { longitude } = kindsOf(set_address.body)
  const { onvif_port, password } = kindsOf(add_onvif_camera.body)

  it('reads numbers in the notations that people use, and rejects any other text', () => {
    expect(valueOf(longitude!, ' 113.94 ')).toBe(113.94)
    expect(valueOf(longitude!, '１１３．９４')).toBe(113.94)
    expect(valueOf(longitude!, '113。94')).toBe(113.94)
    expect(valueOf(longitude!, '')).toBe(null)
    for (const bad of ['12a', '1e5', '0x10', 'Infinity', '1,5', '--1', '.'])
      expect(valueOf(longitude!, bad)).toBe(bad)
    expect(valueOf(onvif_port!, '')).toBe(undefined)
  })

  it('keeps secrets unchanged and trims other texts', () => {
    expect(valueOf(password!, ' a b ')).toBe(' a b ')
    expect(valueOf(kindsOf(set_basic_info.body)['name']!, '  东门 1 ')).toBe('东门 1')
  })

  it('round-trips every number of the range (property)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 180_000_000 }), (millionths) => {
        const degrees = millionths / 1_000_000
        expect(valueOf(longitude!, rawOf(longitude!, degrees))).toBe(degrees)
      }),
    )
  })

  it('never throws and never loses a text (property)', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = valueOf(longitude!, text)
        expect(
          value === null ? halfWidth(text) : typeof value === 'number' ? Number(halfWidth(text)) : value,
        ).toBe(value === null ? '' : value)
      }),
    )
  })
})

describe('validation', () => {
  const kinds = kindsOf(set_address.body)
  const issues = (texts: Record<string, string>) => {
    const base = Object.fromEntries(Object.keys(kinds).map((name) => [name, '']))
    return check(set_address.body, kinds, bodyOf(kinds, empty, base, { ...base, ...texts }))
  }
  it('reports one issue per field, with its limit, in the order of the form', () => {
    expect(issues({})).toEqual([])
    expect(issues({ longitude: '181' })).toEqual([{ field: 'longitude', issue: 'longitude' }])
    expect(issues({ latitude: '12.1234567', province: '省'.repeat(33) })).toEqual([
      { field: 'province', issue: 'too_long', limit: 32 },
      { field: 'latitude', issue: 'latitude' },
    ])
    expect(issues({ longitude: 'abc' })).toEqual([{ field: 'longitude', issue: 'type' }])
  })
  it('reports an empty required field as required, whatever its rule', () => {
    const camera = kindsOf(add_onvif_camera.body)
    const found = check(add_onvif_camera.body, camera, bodyOf(camera, {}, {}, { onvif_port: '1.5' }))
    expect(found).toEqual([
      { field: 'camera_name', issue: 'required' },
      { field: 'ipv4', issue: 'required' },
      { field: 'onvif_port', issue: 'not_whole' },
    ])
  })
})

describe('the model of a form', () => {
  const model = () =>
    createFormModel(set_address.body, { ...empty, province: '广东省', longitude: 113.9 }, undefined)

  it('is dirty only while a value differs, and undoes', () => {
    const form = model()
    form.type('city', '深圳市')
    expect(form.changed()).toEqual(['city'])
    form.type('city', '')
    expect(form.dirty()).toBe(false)
    form.type('province', '')
    form.undo()
    expect(form.raw('province')).toBe('广东省')
  })

  it('checks a field when it loses focus, then at every key press', () => {
    const form = model()
    form.type('longitude', '999')
    expect(form.issue('longitude')).toBe(undefined)
    form.leave('longitude')
    expect(form.issue('longitude')?.issue).toBe('longitude')
    form.type('longitude', '99')
    expect(form.issue('longitude')).toBe(undefined)
  })

  it('sends untouched fields back unchanged', () => {
    const form = model()
    form.type('city', '深圳市')
    expect(form.body()).toEqual({ ...empty, province: '广东省', longitude: 113.9, city: '深圳市' })
  })

  it('follows the device in untouched fields, and keeps the user’s input in the others', () => {
    const form = model()
    form.type('city', '深圳市')
    form.read({ ...empty, province: '江苏省', city: '苏州市', longitude: 113.9 })
    expect([
      form.raw('province'),
      form.raw('city'),
      form.remoteText('city'),
      form.remoteText('province'),
    ]).toEqual(['江苏省', '深圳市', '苏州市', undefined])
    expect(form.dirty()).toBe(true)
  })

  it('is clean after a save, except for fields that were edited meanwhile', () => {
    const form = model()
    form.type('city', '深圳市 ')
    const [body, texts] = [form.body(), form.snapshot()]
    form.type('district', '南山区')
    form.saved(body, texts)
    expect([form.raw('city'), form.changed()]).toEqual(['深圳市', ['district']])
  })

  it('shows an issue of the device at its field', () => {
    const form = model()
    expect(
      form.showIssues([
        { field: 'city', issue: 'duplicate' },
        { field: 'elsewhere', issue: 'format' },
      ]),
    ).toEqual(['city'])
    expect(form.issue('city')?.issue).toBe('duplicate')
  })
})
