/**
 * The configuration as a file: its schema, and the calls that export, preview and import it
 * (docs/configuration.md). Long because the schema, the differences and the calls refer to each other.
 */
import * as z from 'zod/mini'
import { admins, defineCall } from '../core/call.ts'
import { camera } from '../camera/camera.ts'
import { scene } from '../camera/scene.ts'
import { business_mode, schedule_type } from '../core/codes.ts'
import { address } from '../device/device.ts'
import { coded, filled, nothing, secret, stamp, text, whole } from '../core/fields.ts'
import {
  commissioning_sections,
  document_bytes,
  document_format,
  document_items,
  document_sections,
  document_version,
  document_warnings,
  importable_sections,
  passphrase_length,
} from './config-document-rules.ts'
import { alarm_mail } from '../alarm/alarm.ts'
import { param_shapes, type ParamGroup } from '../params/params.ts'
import { whitelist_entry } from '../whitelist/whitelist.ts'

/**
 * The schema of a group of parameters. A missing field keeps its value, so that an older file stays valid; an
 * unknown field is refused. Instead of a secret, the file states whether it is set.
 */
/*@__NO_SIDE_EFFECTS__*/
function group(name: ParamGroup) {
  const fields: [string, z.ZodMiniType][] = Object.entries(param_shapes[name].shape).map(([field, schema]) =>
    z.globalRegistry.get(schema)?.['secret'] === true
      ? [`${field}_set`, z.optional(z.boolean())]
      : [field, z.optional(schema)],
  )
  return z.strictObject(Object.fromEntries(fields))
}

/** A camera without its state, pictures and password. */
export const document_camera = z.extend(
  z.pick(camera, {
    camera_sn: true,
    camera_name: true,
    ipv4: true,
    onvif_port: true,
    username: true,
    password_set: true,
    onvif_supported: true,
    ptz_supported: true,
    camera_type: true,
    width: true,
    height: true,
    stream_url_main: true,
    stream_url_sub: true,
    frame_url: true,
    bit_rate: true,
    frame_rate: true,
    model: true,
    server_trust: true,
    source_token: true,
    serial: true,
    urls_typed: true,
  }),
  { camera_sn: filled(64), camera_name: filled(64) },
)
/**
 * A scene with its lots. The file contains the size of the reference picture, but not the picture. `moved`
 * and `revision` are states, not settings.
 */
export const document_scene = z.omit(scene, {
  camera_name: true,
  lot_num: true,
  ref_snapshot: true,
  update_time_str: true,
  moved: true,
  revision: true,
})

const sections = z.strictObject({
  /** Absent parts of the address keep their values. `name` may be a rule (config-document-rules.ts). */
  device: z.optional(z.extend(z.partial(address), { name: text(64) })),
  /** Absent if the device could not read it; the same applies to the network. */
  time: z.optional(
    z.strictObject({ time_zone: filled(64), ntp_enabled: z.boolean(), ntp_server: text(260) }),
  ),
  network: z.optional(
    z.strictObject({
      ipv4: text(15),
      netmask: text(15),
      gateway: text(15),
      dns_main: text(15),
      dns_sub: text(15),
      macaddr: text(17),
      dhcp: z.boolean(),
      vpn_server: text(260),
      vpn_register_address: text(253),
    }),
  ),
  whitelist: z.optional(z.strictObject({ list: z.array(whitelist_entry).check(z.maxLength(1_000)) })),
  business_mode: z.optional(z.strictObject({ business_mode: coded(business_mode) })),
  alg_param: z.optional(group('alg_param')),
  schedule_param: z.optional(group('schedule_param')),
  event_param: z.optional(group('event_param')),
  storage_param: z.optional(group('storage_param')),
  platform_param: z.optional(group('platform_param')),
  alarm_param: z.optional(group('alarm_param')),
  alarm_mail: z.optional(z.partial(alarm_mail)),
  mqtt_param: z.optional(group('mqtt_param')),
  cameras: z.optional(
    z.strictObject({ list: z.array(document_camera).check(z.maxLength(document_items.cameras)) }),
  ),
  scenes: z.optional(
    z.strictObject({ list: z.array(document_scene).check(z.maxLength(document_items.scenes)) }),
  ),
})

const base64 = (least: number, most: number) =>
  z.string().check(
    z.minLength(least),
    z.maxLength(most),
    z.refine((value) => /^[A-Za-z0-9+/]+={0,2}$/.test(value), { error: 'format' }),
  )

/**
 * The secrets are absent, or encrypted with a key derived from a passphrase. The cost of the derivation is
 * limited, so that a file cannot exhaust the device.
 */
const wrapped_secrets = z.strictObject({
  kind: z.literal('wrapped'),
  kdf: z.literal('argon2id'),
  memory_kib: whole(8, 131_072),
  passes: whole(1, 10),
  lanes: whole(1, 4),
  salt: base64(22, 64),
  cipher: z.literal('aes-256-gcm'),
  iv: base64(16, 16),
  tag: base64(24, 24),
  data: base64(4, document_bytes),
})

/** A file of the current version. `checksum` covers everything else, in canonical form. */
export const param_document = z.strictObject({
  format: z.literal(document_format),
  version: z.literal(document_version),
  made: z.strictObject({
    time: stamp(),
    host_name: text(64),
    host_model: text(64),
    host_sn: text(64),
    software: text(64),
  }),
  sections,
  secrets: z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('left_out') }), wrapped_secrets]),
  checksum: z.string().check(z.refine((value) => /^sha256:[0-9a-f]{64}$/.test(value), { error: 'format' })),
})
export type ParamDocument = z.output<typeof param_document>
export type DocumentSections = ParamDocument['sections']

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
const period = z.strictObject({ start: z.string(), end: z.string(), type: coded(schedule_type) })
const list_change = z.enum(['added', 'removed'])
const of_camera = { camera_name: z.string() }
const of_field = { field: z.string(), before: scalar, after: scalar }

/** One difference between the current configuration and the file; the console turns it into a sentence. */
export const difference = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('value'), ...of_field }),
  /** Belongs to a camera if `camera_name` is given. The secret itself is never part of a difference. */
  z.strictObject({
    kind: z.literal('secret'),
    field: z.string(),
    camera_name: z.optional(z.string()),
    what: z.enum(['set', 'changed', 'cleared']),
  }),
  /** An entry of a list: a mail address, a whitelist entry. */
  z.strictObject({ kind: z.literal('entry'), what: list_change, value: z.string() }),
  /** The plan of a weekday, 1 (Monday) to 7. */
  z.strictObject({
    kind: z.literal('day'),
    day: whole(1, 7),
    before: z.array(period),
    after: z.array(period),
  }),
  z.strictObject({
    kind: z.literal('camera'),
    what: list_change,
    ...of_camera,
    camera_sn: z.string(),
    lot_num: z.int(),
  }),
  z.strictObject({ kind: z.literal('camera_value'), ...of_camera, ...of_field }),
  z.strictObject({
    kind: z.literal('scene'),
    what: list_change,
    ...of_camera,
    parking_no: z.string(),
    lot_num: z.int(),
  }),
  z.strictObject({ kind: z.literal('scene_value'), ...of_camera, parking_no: z.string(), ...of_field }),
  /** The fixed marks or the analysed part were redrawn. */
  z.strictObject({
    kind: z.literal('scene_drawn'),
    ...of_camera,
    parking_no: z.string(),
    field: z.enum(['feature', 'focus']),
  }),
  z.strictObject({ kind: z.literal('lots_order'), ...of_camera, parking_no: z.string() }),
  z.strictObject({ kind: z.literal('lot'), what: list_change, ...of_camera, lot_no: z.string() }),
  z.strictObject({ kind: z.literal('lot_renamed'), ...of_camera, before: z.string(), after: z.string() }),
  /** The whole lot moved by this many pixels of the reference picture. */
  z.strictObject({ kind: z.literal('lot_moved'), ...of_camera, lot_no: z.string(), px: z.number() }),
  z.strictObject({ kind: z.literal('lot_reshaped'), ...of_camera, lot_no: z.string() }),
  z.strictObject({ kind: z.literal('lot_value'), ...of_camera, lot_no: z.string(), ...of_field }),
])
export type Difference = z.output<typeof difference>

const section_name = z.enum(document_sections)
const chosen_section = z.enum(
  importable_sections as [(typeof importable_sections)[number], ...typeof importable_sections],
)
const shared_section = z.enum(
  commissioning_sections as [(typeof commissioning_sections)[number], ...typeof commissioning_sections],
)
const passphrase = secret(4 * passphrase_length.max)

export const export_document = defineCall({
  path: '/api/parking/export_document',
  roles: admins,
  effect: 'write',
  fresh: { secrets: 'wrapped' },
  slow: true,
  ours: true,
  summary:
    'Export the whole configuration as one file. Secrets are left out, or encrypted with a passphrase ' +
    'of at least 12 characters (docs/configuration.md). With `commissioning`, a file of the same format ' +
    'for new boxes: only these sections, `device_name` for the name, and no place of this box.',
  body: z.strictObject({
    secrets: z.enum(['left_out', 'wrapped']),
    passphrase,
    commissioning: z.optional(
      z.strictObject({
        sections: z.array(shared_section).check(z.minLength(1), z.maxLength(document_sections.length)),
        /** For the section `device`; `{sn}` becomes the end of the serial number of the box that reads it. */
        device_name: text(64),
      }),
    ),
  }),
  /** `content` is the file, byte for byte. The device keeps no copy. `checksum` is the one in the file. */
  answer: z.strictObject({
    file_name: filled(200),
    content: z.string(),
    secrets: z.int(),
    bytes: z.int(),
    checksum: z.string(),
  }),
  example: { secrets: 'left_out', passphrase: '' },
})

export const preview_import = defineCall({
  path: '/api/parking/preview_import',
  roles: admins,
  effect: 'read',
  slow: true,
  ours: true,
  summary:
    'Preview the import of a file without changing anything. A file with any error is refused as a ' +
    "whole (1000), with one issue for each error. Without the passphrase the file's secrets stay locked " +
    'and the device keeps its own.',
  body: z.strictObject({
    content: z.string().check(z.minLength(1), z.maxLength(document_bytes)),
    passphrase,
  }),
  /** The file is a string inside JSON, in which each quotation mark takes two characters. */
  body_bytes: 2 * document_bytes + 64 * 1024,
  answer: z.strictObject({
    /** For `apply_import`: valid for a quarter of an hour, for this user, until the configuration changes. */
    token: filled(64),
    made: param_document.shape.made,
    version: whole(1, document_version),
    /** The checksum in the file, which has been compared with its content. */
    checksum: z.string(),
    same_device: z.boolean(),
    secrets: z.enum(['left_out', 'locked', 'opened']),
    sections: z.array(
      z.strictObject({
        section: section_name,
        /** False if an import never applies this section. */
        importable: z.boolean(),
        /** The number of differences; `changes` holds the first thousand. */
        total: z.int(),
        changes: z.array(difference),
        /** Sections that must be chosen together with it: scenes need their cameras. */
        needs: z.array(section_name),
      }),
    ),
    warnings: z.array(
      z.strictObject({
        warning: z.enum(document_warnings),
        section: z.nullable(section_name),
        names: z.array(z.string()),
        count: z.int(),
      }),
    ),
  }),
  example: { content: '{}', passphrase: '' },
})

export const apply_import = defineCall({
  path: '/api/parking/apply_import',
  roles: admins,
  effect: 'write',
  slow: true,
  ours: true,
  summary:
    'Apply the chosen sections of a preview, all or none, after taking a snapshot. 7000 ' +
    '`changed_meanwhile` if the configuration has changed since, `preview_gone` if the preview has ' +
    'expired. A whitelist that excludes the caller is refused (7000, issue `shut_out`) unless ' +
    'confirmed.',
  body: z.strictObject({
    token: filled(64),
    sections: z.array(chosen_section).check(z.minLength(1), z.maxLength(document_sections.length)),
    confirmed: z.optional(z.boolean()),
  }),
  answer: z.strictObject({
    /** The snapshot of the previous configuration; `bring_back_snapshot` restores it. */
    snapshot: filled(100),
    applied: z.array(z.strictObject({ section: section_name, total: z.int() })),
    /** The names of the cameras that now need a password. */
    needs_password: z.array(z.string()),
  }),
  example: { token: 'single-use-token', sections: ['alg_param'] },
})

/** Called when a user rejects a previewed file, so that its secrets need not stay in memory. */
export const forget_import = defineCall({
  path: '/api/parking/forget_import',
  roles: admins,
  effect: 'read',
  ours: true,
  summary: 'Discard a preview.',
  body: z.strictObject({ token: filled(64) }),
  answer: nothing,
  example: { token: 'single-use-token' },
})

export const param_document_calls = { export_document, preview_import, apply_import, forget_import }
