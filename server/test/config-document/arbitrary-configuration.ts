/**
 * Random configurations derived from the contract's schemas: extreme numbers, empty lists, Chinese, names
 * that every object has as keys. Long because each section needs its own values.
 */
import {
  alarm_mail,
  address,
  document_camera,
  document_scene,
  hasControl,
  key_fields,
  lot,
  param_factory,
  param_groups,
  param_issues,
  param_shapes,
  polygonIssue,
  storage_protocol,
  type Issue,
  type ParamGroup,
  type Params,
} from '@parking/contract'
import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Configuration, DocumentCamera, DocumentScene } from '#src/config-document/current.ts'
import type { DocumentSecrets } from '#src/config-document/wrap.ts'
import { masked } from '#src/params/extra-info.ts'
import { write_only } from '#src/params/param.store.ts'

type Json = z.core.JSONSchema.BaseSchema & { schemes?: string[] }

const names = fc.constantFrom(
  '东门 1',
  '北區停車場',
  '𠮷野家前',
  '__proto__',
  'constructor',
  'toString',
  'A-12',
  '"quoted" \\ back',
  'a/b',
  "' OR 1=1 --",
  'é',
  'é',
  '😀',
  ' ',
  '0',
  'null',
  '\u3000',
)
const words = fc.oneof(
  { arbitrary: names, weight: 2 },
  fc.string({ maxLength: 24 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const hosts = fc.constantFrom('192.0.2.7', 'iot.example.com', '10.255.255.254', 'a.b-c.example')
const url = (schemes: readonly string[]) =>
  fc.oneof(
    fc.constant(''),
    fc
      .tuple(fc.constantFrom(...schemes), hosts, fc.constantFrom('', '/', '/x?a=b&c=%20#d', ':8443/深南'))
      .map(([scheme, host, rest]) => `${scheme}://${host}${rest}`),
  )

/** A valid value of a field, derived from its schema and checked by it. */
function of(schema: z.ZodMiniType, key: string): fc.Arbitrary<unknown> {
  const print = z.toJSONSchema(schema, { unrepresentable: 'any' }) as Json
  return near(print, key).filter((value) => schema.safeParse(value).success)
}

function near(print: Json, key: string): fc.Arbitrary<unknown> {
  if (print.const !== undefined) return fc.constant(print.const)
  if (print.enum) return fc.constantFrom(...(print.enum as unknown[]))
  const choices = (print.anyOf ?? print.oneOf) as Json[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => near(choice, key)))
  if (key === 'server_trust') return fc.constantFrom('', Array.from({ length: 32 }, () => 'A7').join(':'))
  if (key === 'longitude' || key === 'latitude')
    return fc
      .integer({ min: 0, max: key === 'longitude' ? 180_000_000 : 90_000_000 })
      .map((millionths) => millionths / 1_000_000)
  switch (print.type) {
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
      return fc.oneof(
        fc.constantFrom(print.minimum ?? 0, print.maximum ?? 10),
        fc.integer({ min: print.minimum ?? 0, max: print.maximum ?? 10 }),
      )
    case 'number':
      return fc.oneof(
        fc.constantFrom(print.minimum ?? 0, print.maximum ?? 10),
        fc
          .double({ min: print.minimum ?? 0, max: print.maximum ?? 10, noNaN: true })
          .map((number) => number + 0),
      )
    default:
      return print.schemes ? url(print.schemes) : words
  }
}

const record = (
  shape: Readonly<Record<string, z.ZodMiniType>>,
  special: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
) =>
  fc.record(
    Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, special[key] ?? of(schema, key)])),
  )

const time_of_day = (second: number) =>
  [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
/** Days split into periods, some of which no plan covers. */
const plans = fc
  .array(
    fc.record({
      day: fc.integer({ min: 1, max: 7 }),
      cuts: fc.uniqueArray(fc.integer({ min: 1, max: 86_399 }), { maxLength: 4 }),
      types: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 5 }),
    }),
    { maxLength: 3 },
  )
  .map((days) =>
    [...new Map(days.map((day) => [day.day, day])).values()].flatMap(({ day, cuts, types }) => {
      const starts = [0, ...cuts.toSorted((a, b) => a - b)]
      return starts.flatMap((start, at) =>
        types[at] === 4
          ? []
          : [
              {
                days: [day],
                range: { start: time_of_day(start), end: time_of_day((starts[at + 1] ?? 86_400) - 1) },
                type: types[at],
              },
            ],
      )
    }),
  )
const mail = fc.constantFrom('duty@example.com', '值班@example.com', 'a+b@x.example', 'Ops@Example.Com')
const extra_info = fc.oneof(
  fc.constantFrom('', '{}', '{ "app_secret" : "s3cret" }', '{"nested":{"token":["a","b"]},"名":1e21}'),
  fc
    .record({
      app_secret: fc.string({ maxLength: 10 }),
      note: fc.string({ unit: 'grapheme', maxLength: 10 }).filter((text) => !hasControl(text)),
      __proto__: fc.constant(null),
    })
    .map((info) => JSON.stringify(info)),
)

const special: { readonly [Group in ParamGroup]?: Readonly<Record<string, fc.Arbitrary<unknown>>> } = {
  schedule_param: { plans },
  storage_param: {
    endpoint: fc.constant(''),
    directory: fc.constantFrom('', '', 'bucket', 'bucket/停车'),
    key_re: fc.constantFrom(
      param_factory.storage_param.key_re,
      `{device_sn}/${key_fields
        .slice(0, 8)
        .map((field) => `{${field}}`)
        .join('_')}`,
    ),
  },
  platform_param: { extra_info },
  alarm_param: {
    email_server: fc.constantFrom('smtp.example.com', 'smtps://192.0.2.25:465'),
    from_email: fc.oneof(fc.constant(''), mail),
    to_email: fc.uniqueArray(mail, { selector: (text) => text.toLowerCase(), maxLength: 3 }),
  },
  mqtt_param: {
    broker: fc.constantFrom('mqtt.example.com', '192.0.2.25:8884'),
    topic_prefix: fc.constantFrom('parking/v1', '停车', 'a/b c/d'),
  },
}

function group<Group extends ParamGroup>(name: Group): fc.Arbitrary<Params[Group]> {
  const any = record(param_shapes[name].shape, special[name]) as unknown as fc.Arbitrary<Params[Group]>
  const addressed = any.chain((param) =>
    'endpoint' in param
      ? url(param.protocol === storage_protocol.ftp ? ['ftp', 'ftps'] : ['http', 'https']).map(
          (endpoint) => ({ ...param, endpoint }),
        )
      : fc.constant(param),
  )
  const good = (param: Params[Group]) =>
    (param_issues[name] as (param: Params[Group]) => Issue[])(param).length === 0
  // If the rules between fields refuse the values, the factory values are used; other groups stay random.
  return addressed.map((param) => (good(param) ? param : param_factory[name]))
}

/**
 * The frame rate is stored in a column that cannot represent tiny numbers (1e-300). No camera has such a
 * rate.
 */
const camera_fields = record(document_camera.shape, {
  camera_sn: fc.constant(''),
  frame_rate: fc.integer({ min: 0, max: 240_000 }).map((thousandths) => thousandths / 1_000),
}) as unknown as fc.Arbitrary<DocumentCamera>
const cameras = fc
  .array(fc.tuple(camera_fields, names, fc.boolean(), fc.string({ maxLength: 12 })), { maxLength: 3 })
  .map((list) =>
    list.map(([camera, sn, onvif, password], at) => ({
      camera: {
        ...camera,
        camera_sn: at === 0 ? sn : `${sn}-${at}`,
        password_set: good_secret(password),
        onvif_supported: onvif,
        onvif_port: onvif ? 1 + at * 30_000 : camera.onvif_port,
        ipv4: onvif ? '192.0.2.1' : camera.ipv4,
        ...(onvif ? {} : { frame_url: `http://192.0.2.1/${at}`, stream_url_main: '', stream_url_sub: '' }),
        stream_url_main: onvif ? 'rtsp://192.0.2.1:554/主' : '',
        ...(onvif ? { stream_url_sub: '', frame_url: '' } : {}),
      },
      password,
    })),
  )
const good_secret = (text: string): boolean => text !== ''

const triangles = fc
  .tuple(
    fc.double({ min: 0, max: 0.5, noNaN: true }),
    fc.double({ min: 0, max: 0.5, noNaN: true }),
    fc.double({ min: 0.01, max: 0.5, noNaN: true }),
  )
  .map(
    ([x, y, size]) =>
      [
        [x + 0, y + 0],
        [x + size, y + 0],
        [x + 0, y + size],
      ] as [number, number][],
  )
  .filter((points) => polygonIssue(points) === undefined)
const lots = fc.array(record(lot.shape, { lot_no: fc.constant(''), polygon: triangles }), { maxLength: 4 })
const scene_fields = record(document_scene.shape, {
  scene_id: fc.constant(''),
  camera_sn: fc.constant(''),
  lots,
  feature: fc.oneof(fc.constant(undefined), fc.array(triangles, { maxLength: 2 })),
  focus: fc.oneof(fc.constant(undefined), fc.constant(null), triangles),
}) as unknown as fc.Arbitrary<DocumentScene>

const inOrder = <T>(list: readonly T[], key: (one: T) => string): T[] =>
  list.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))

/** In the form of `storedConfiguration`, so that both can be compared byte for byte. */
export const configurations: fc.Arbitrary<Configuration> = fc
  .record({
    device: record(
      { ...address.shape, name: z.string() },
      { name: words.filter((text) => address.shape.detail_address.safeParse(text).success) },
    ),
    time: fc.record({
      time_zone: fc.constantFrom('Asia/Shanghai', 'Asia/Taipei', 'UTC', 'Pacific/Kiritimati'),
      ntp_enabled: fc.boolean(),
      ntp_server: fc.constantFrom('', 'ntp.example.com', '192.0.2.1:1123'),
    }),
    whitelist: fc.uniqueArray(
      fc.constantFrom('192.0.2.0/24', '10.0.0.1', '2001:db8::/32', '::', '0.0.0.0/0'),
      { maxLength: 3 },
    ),
    comment: words.filter((text) => address.shape.detail_address.safeParse(text).success),
    business_mode: fc.constantFrom(0, 2),
    groups: fc.tuple(...param_groups.map((name) => group(name) as fc.Arbitrary<Params[ParamGroup]>)),
    alarm_mail: record(alarm_mail.shape),
    cameras,
    scenes: fc.array(fc.tuple(scene_fields, fc.nat(9)), { maxLength: 3 }),
  })
  .map(
    ({
      device,
      time,
      whitelist,
      comment,
      business_mode,
      groups,
      alarm_mail: mails,
      cameras: found,
      scenes,
    }) => {
      const scene_list =
        found.length === 0
          ? []
          : scenes.map(([scene, at], n) => ({
              ...scene,
              scene_id: `scene-${n}`,
              camera_sn: found[at % found.length]!.camera.camera_sn,
              lots: scene.lots.map((one, m) => ({
                ...one,
                lot_no: `${m === 0 ? '车位' : '__proto__'}-${n}-${m}`,
              })),
            }))
      const params: DocumentSecrets['params'] = []
      const group_sections = param_groups.map((name, at) => {
        const { ...values } = groups[at] as unknown as Record<string, unknown>
        for (const field of [
          ...write_only[name],
          ...(name === 'platform_param' && masked(String(values['extra_info'])) !== values['extra_info']
            ? ['extra_info']
            : []),
        ]) {
          if (values[field] !== '') params.push({ group: name, field, value: String(values[field]) })
        }
        for (const field of write_only[name]) {
          values[`${field}_set`] = values[field] !== ''
          delete values[field]
        }
        if (name === 'platform_param') values['extra_info'] = masked(String(values['extra_info']))
        return [name, values]
      })
      return {
        sections: {
          device,
          time,
          whitelist: {
            list: inOrder(
              whitelist.map((line) => ({ address: line, comment })),
              (one) => one.address,
            ),
          },
          business_mode: { business_mode },
          ...Object.fromEntries(group_sections),
          alarm_mail: mails,
          cameras: {
            list: inOrder(
              found.map(({ camera }) => camera),
              (one) => one.camera_sn,
            ),
          },
          scenes: { list: inOrder(scene_list, (one) => one.scene_id) },
        },
        secrets: {
          params,
          cameras: inOrder(
            found.flatMap(({ camera, password }) =>
              password === '' ? [] : [{ camera_sn: camera.camera_sn, password }],
            ),
            (one) => one.camera_sn,
          ),
        },
      } as Configuration
    },
  )
