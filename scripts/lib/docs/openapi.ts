/** The contract as an OpenAPI 3.1 document. Everything in the document comes from the contract. */
import { calls, code, default_timeout_ms, issue_kinds, long_timeout_ms, type Call } from '@parking/contract'
import * as z from 'zod/mini'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }
type JsonObject = { [key: string]: Json | undefined }

/** Our own notes on a schema, written under OpenAPI's names for extensions. */
const notes = ['codes', 'unit', 'secret', 'schemes'] as const

/** The JSON Schema of one shape, without `$schema`, which a document states only once. */
function schemaOf(shape: z.ZodMiniType, io: 'input' | 'output'): JsonObject {
  const schema = z.toJSONSchema(shape, {
    io,
    reused: 'inline',
    override: ({ jsonSchema }) => {
      const raw = jsonSchema as JsonObject
      for (const note of notes) {
        if (raw[note] !== undefined) raw[`x-${note}`] = raw[note]
        delete raw[note]
      }
      // zod bounds every integer by JavaScript's safe range, which carries no information.
      if (raw['maximum'] === Number.MAX_SAFE_INTEGER) delete raw['maximum']
      if (raw['minimum'] === Number.MIN_SAFE_INTEGER) delete raw['minimum']
    },
  }) as JsonObject
  delete schema['$schema']
  return schema
}

const isEmpty = (schema: JsonObject) => Object.keys((schema['properties'] ?? {}) as JsonObject).length === 0

function operationOf(name: string, call: Call): JsonObject {
  const body = schemaOf(call.body, 'input')
  const data = schemaOf(call.answer, 'output')
  return {
    operationId: name,
    tags: [areaOf(call.path)],
    summary: call.summary,
    'x-timeout-ms': call.slow ? long_timeout_ms : default_timeout_ms,
    'x-silent': call.silent ?? false,
    'x-effect': call.effect,
    'x-roles': call.roles === 'anyone' ? ['anyone'] : [...call.roles],
    'x-ours': call.ours ?? false,
    ...(call.with_first_password && { 'x-with-first-password': true }),
    security: call.roles === 'anyone' ? [] : [{ token: [] }],
    ...(call.method === 'GET'
      ? { parameters: parametersOf(body) }
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: body, example: call.example as Json } },
          },
        }),
    responses: {
      '200': {
        description: 'Every answer, whether success or refusal; `code` distinguishes them.',
        content: {
          'application/json': {
            schema: {
              oneOf: [
                {
                  allOf: [
                    { $ref: '#/components/schemas/Success' },
                    { type: 'object', properties: { data: data }, required: isEmpty(data) ? [] : ['data'] },
                  ],
                },
                { $ref: '#/components/schemas/Refusal' },
              ],
            },
          },
        },
      },
    },
  }
}

/** The second segment of an `/api` path. Paths outside `/api` belong to `utils` or `user`. */
export function areaOf(path: string): string {
  const [, first, second] = path.split('/')
  if (first === 'api') return second ?? ''
  return second === 'user' ? 'user' : 'utils'
}

function parametersOf(body: JsonObject): Json[] {
  const required = (body['required'] ?? []) as string[]
  return Object.entries(body['properties'] as JsonObject).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const codes = Object.entries(code)
  .map(([word, number]) => `- ${number} ${word.replaceAll('_', ' ')}`)
  .join('\n')

const envelope = {
  message: { type: 'string' },
  request_id: { type: 'string', description: "Identifies this answer in the device's log." },
}

export function openapi(version: string): JsonObject {
  const paths = Object.fromEntries(
    Object.entries(calls as Record<string, Call>).map(([name, call]) => [
      call.path,
      { [call.method.toLowerCase()]: operationOf(name, call) },
    ]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parking edge box',
      version,
      description:
        'Every call is a POST with a JSON object, except one GET. ' +
        `Every answer is HTTP 200 with an envelope whose code is one of these:\n\n${codes}\n\n` +
        `Unknown keys in a body are refused with 1000. The client waits ${default_timeout_ms} ms ` +
        'unless `x-timeout-ms` specifies another timeout.',
    },
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of /api/user/login; the bare token is accepted as well.',
        },
      },
      schemas: {
        Success: {
          type: 'object',
          properties: { code: { const: code.success }, ...envelope },
          required: ['code', 'message'],
        },
        Refusal: {
          type: 'object',
          properties: {
            code: { type: 'integer', not: { const: code.success }, 'x-codes': { ...code } },
            ...envelope,
            data: {
              description: 'With 1000: a list of issues, one for each invalid field.',
              anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/Issue' } }, { type: 'object' }],
            },
          },
          required: ['code', 'message'],
        },
        Issue: {
          type: 'object',
          properties: {
            field: { type: 'string', description: 'A dotted path: lots.0.lot_no' },
            issue: { enum: [...issue_kinds] },
            limit: { type: 'number' },
          },
          required: ['field', 'issue'],
        },
      },
    },
  }
}
