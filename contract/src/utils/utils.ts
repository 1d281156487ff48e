/** Ping, and the template's demonstration list (spec §7). */
import * as z from 'zod/mini'
import { defineCall, everyone } from '../core/call.ts'
import { filled, listOf, nothing, paging, stamp, text, whole } from '../core/fields.ts'

export const ping = defineCall({
  path: '/api/utils/ping',
  roles: 'anyone',
  effect: 'read',
  silent: true,
  summary:
    'Check whether the device answers. `boot_id` changes at each start of the server, so a page notices ' +
    'a restart.',
  body: nothing,
  answer: z.strictObject({ boot_id: z.string() }),
  example: {},
})

export const template_row = z.strictObject({
  id: whole(1, 1_000_000),
  title: filled(100),
  author: text(64),
  create_time_str: stamp(),
})

export const getList = defineCall({
  path: '/vue-element-admin/baseTemplate/getList',
  roles: everyone,
  effect: 'read',
  summary: 'The demonstration list of the template.',
  body: z.strictObject(paging),
  answer: listOf(template_row),
  example: { page: 1, page_size: 20 },
})

export const utils_calls = { ping, getList }
