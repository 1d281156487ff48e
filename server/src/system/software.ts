/** Versions, where they come from, refresh and update (spec §1, §7). */
import type { software_calls } from '@parking/contract'
import { notYet, type Handlers } from '../serve.ts'

export const software_handlers = {
  get_repository: notYet,
  set_repository: notYet,
  software_version: notYet,
  apt_status: notYet,
  update_software_cache: notYet,
  update_software: notYet,
  set_auto_update: notYet,
} satisfies Handlers<keyof typeof software_calls>
