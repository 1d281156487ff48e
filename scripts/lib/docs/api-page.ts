/** Generates docs/api.md, the contract as a readable page. */
import { calls, long_timeout_ms, role, type Call } from '@parking/contract'
import * as z from 'zod/mini'
import { areaOf } from './openapi.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

/** The names of the fields. A list shows its item type, and an optional field has a question mark. */
function fieldsOf(shape: z.ZodMiniType): string {
  const schema = z.toJSONSchema(shape, { io: 'input', reused: 'inline' }) as Schema
  return line(schema) || '–'
}

function line(schema: Schema): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const inner = field.items?.properties
        ? ` [${line(field.items)}]`
        : field.properties
          ? ` {${line(field)}}`
          : ''
      return `${name}${schema.required?.includes(name) ? '' : '?'}${inner}`
    })
    .join(', ')
}

const title: Record<string, string> = {
  user: 'User',
  device: 'Device',
  system: 'System',
  camera: 'Camera',
  parking: 'Parking',
  utils: 'Utils and the template demonstration',
}

function row(call: Call): string {
  const roles =
    call.roles === 'anyone'
      ? 'anyone'
      : call.roles.length === role.length
        ? 'everyone'
        : call.roles.join(', ')
  const marks = [
    call.method === 'GET' && 'GET',
    call.ours && 'ours',
    call.silent && 'silent',
    call.with_first_password && 'with the first password',
    call.fresh && (call.fresh === true ? 'fresh' : `fresh with ${JSON.stringify(call.fresh)}`),
    call.slow && `${long_timeout_ms / 1000} s`,
  ].filter(Boolean)
  const summary = marks.length > 0 ? `${call.summary} *(${marks.join(', ')})*` : call.summary
  const cells = [`\`${call.path}\``, summary, roles, fieldsOf(call.body), fieldsOf(call.answer)]
  return `| ${cells.join(' | ')} |`
}

export function apiPage(): string {
  const all = Object.values(calls as Record<string, Call>)
  const areas = Object.keys(title).map((area) => {
    const rows = all.filter((call) => areaOf(call.path) === area).map(row)
    const head = '| call | what it does | roles | body | answer |\n|---|---|---|---|---|'
    return `## ${title[area]}\n\n${head}\n${rows.join('\n')}\n`
  })
  return (
    '# API calls\n\nGenerated from the contract by `npm run docs`; do not edit. ' +
    '`openapi.json` in this folder gives the type, range and codes of every field.\n\n' +
    areas.join('\n')
  )
}
