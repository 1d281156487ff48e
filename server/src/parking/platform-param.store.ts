/** The parameters of the IoT platform. `extra_info` may hold secrets: it is sealed at rest and shown with them starred out. */
import { platform_factory, type Answer, type Body } from '@parking/contract'
import type { Deps } from '../deps.ts'
import { urlIssue } from '../reach.ts'
import { badFields } from '../refusal.ts'
import { readSetting, writeSetting } from '../settings.store.ts'

export type PlatformParam = Answer<'get_platform_param'>

const key = 'platform_param'
const mask = '******'

/** As the sender needs them, with the secrets in `extra_info`. Never leaves the server. */
export function platformParam({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): PlatformParam {
  const stored = readSetting<PlatformParam>(db, key, platform_factory)
  return { ...platform_factory, ...stored, extra_info: secrets.open(stored.extra_info) }
}

/** As a person may see them. */
export function shownPlatformParam(deps: Pick<Deps, 'db' | 'secrets'>): PlatformParam {
  const param = platformParam(deps)
  return { ...param, extra_info: masked(param.extra_info) }
}

const urls = ['auth_url', 'device_init_url', 'device_hb_url', 'data_url', 'timer_data_url', 'lot_state_url'] as const

/** Changes what is named; what is not stays. */
export function updatePlatformParam(deps: Deps, change: Body<'update_platform_param'>): void {
  const issues = urls.flatMap((field) => {
    const issue = urlIssue(change[field] ?? '', deps)
    return issue ? [{ field, issue }] : []
  })
  if (issues.length > 0) throw badFields(issues)
  const old = platformParam(deps)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const extra_info = change.extra_info === undefined ? old.extra_info : unmasked(change.extra_info, old.extra_info)
  writeSetting<PlatformParam>(deps.db, key, { ...old, ...given, extra_info: deps.secrets.seal(extra_info) }, deps.now())
  deps.bus.tell('platform')
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

const secret_name = /secret|passw|pwd|token|key|credential|private|signature/i

/** The text with the values of keys that name a secret starred out; exactly as it was typed where there is none. */
export function masked(text: string): string {
  if (text === '') return ''
  let found = false
  const hide = (value: Json, name: string): Json => {
    if (Array.isArray(value)) return value.map((item) => hide(item, name))
    if (typeof value === 'object' && value !== null) return mapped(value, (inner, its) => hide(inner, secret_name.test(name) ? name : its))
    if (!secret_name.test(name) || value === '' || value === null) return value
    found = true
    return mask
  }
  const hidden = hide(parse(text), '')
  return found ? written(hidden, text) : text
}

/** Stars that came back stand for what was there before, at the same place. */
export function unmasked(text: string, old: string): string {
  if (!text.includes(mask)) return text
  let found = false
  const restore = (value: Json, before: Json | undefined): Json => {
    if (Array.isArray(value)) return value.map((item, at) => restore(item, Array.isArray(before) ? before[at] : undefined))
    if (typeof value === 'object' && value !== null) {
      const known = typeof before === 'object' && before !== null && !Array.isArray(before) ? before : {}
      return mapped(value, (inner, name) => restore(inner, Object.hasOwn(known, name) ? known[name] : undefined))
    }
    if (value !== mask || before === undefined) return value
    found = true
    return before
  }
  const restored = restore(parse(text), old === '' ? undefined : parse(old))
  return found ? written(restored, text) : text
}

const parse = (text: string) => JSON.parse(text) as Json
const written = (value: Json, like: string) => JSON.stringify(value, null, like.includes('\n') ? 2 : undefined)
/** Object.fromEntries defines each key, so that one named `__proto__` is a key like any other. */
const mapped = (object: { [name: string]: Json }, change: (value: Json, name: string) => Json) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

/** The secret of the platform's signature (docs/platform.md); empty where none is set. */
export function appSecret({ extra_info }: PlatformParam): string {
  const info = extra_info === '' ? {} : parse(extra_info)
  const secret = typeof info === 'object' && info !== null && !Array.isArray(info) && Object.hasOwn(info, 'app_secret') ? info['app_secret'] : ''
  return typeof secret === 'string' ? secret : ''
}
