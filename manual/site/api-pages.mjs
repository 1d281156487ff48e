/** The calls of docs/openapi.json as pages for reading: one for each area, one section for each call. */

/** @typedef {Record<string, any>} Schema a JSON schema, as docs/openapi.json prints it */

const cell = (/** @type {unknown} */ text) =>
  String(text).replace(/\|/g, '\\|').replace(/</g, '&lt;').replace(/{/g, '&#123;').replace(/\n/g, ' ')

/** What a value may be, in words. @param {Schema} schema @returns {string} */
export function kindOf(schema) {
  if (schema['x-codes'])
    return Object.entries(schema['x-codes'])
      .map(([word, code]) => `${code} ${word}`)
      .join(', ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ one) => JSON.stringify(one)).join(', ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(kindOf))].join(' or ')
  if (schema.type === 'array') return `list of ${schema.items ? kindOf(schema.items) : 'values'}`
  const { minimum: min, maximum: max, minLength, maxLength, format } = schema
  const unit = schema['x-unit'] ? ` ${schema['x-unit']}` : ''
  const range = min !== undefined || max !== undefined ? ` ${min ?? ''} to ${max ?? ''}${unit}` : unit
  const length = maxLength ? `, ${minLength ?? 0} to ${maxLength} characters` : ''
  return `${schema.type ?? 'any value'}${range}${length}${format ? `, ${format}` : ''}`
}

/**
 * Rows of a table of fields, with those of nested objects below them.
 * @param {Schema} schema @returns {string[]}
 */
function rowsOf(schema, above = '') {
  const required = new Set(schema.required ?? [])
  return Object.entries(/** @type {Record<string, Schema>} */ (schema.properties ?? {})).flatMap(
    ([name, one]) => {
      const path = `${above}${name}`
      const inner = one.type === 'array' ? one.items : one
      const below = inner?.properties ? rowsOf(inner, `${path}${one.type === 'array' ? '[]' : ''}.`) : []
      return [`| \`${path}\` | ${required.has(name) ? 'yes' : ''} | ${cell(kindOf(one))} |`, ...below]
    },
  )
}

/** @param {string} title @param {Schema | undefined} schema @param {string} need */
const tableOf = (title, schema, need) => {
  const rows = schema ? rowsOf(schema) : []
  if (rows.length === 0) return []
  return ['', `**${title}**`, '', `| field | ${need} | value |`, '| --- | --- | --- |', ...rows]
}

/** @param {string} path @param {'post' | 'get'} method @param {Schema} call */
function sectionOf(path, method, call) {
  const json = call.requestBody?.content['application/json']
  const answers = call.responses['200']?.content?.['application/json']?.schema?.oneOf ?? []
  const data = answers
    .flatMap((/** @type {Schema} */ one) => one.allOf ?? [])
    .map((/** @type {Schema} */ one) => one.properties?.data)
    .find(Boolean)
  const facts = [
    `${call['x-effect'] === 'write' ? 'changes something' : 'reads'}`,
    call.security ? `roles: ${(call['x-roles'] ?? []).join(', ')}` : 'without a token',
    `waits ${call['x-timeout-ms']} ms`,
    call['x-ours'] ? 'an addition of this product' : 'of the specification',
  ]
  return [
    '',
    `## ${call.operationId}`,
    '',
    cell(call.summary),
    '',
    `\`${method.toUpperCase()} ${path}\` (${facts.join('; ')})`,
    ...tableOf('Body', json?.schema, 'required'),
    ...(json?.example && Object.keys(json.example).length > 0
      ? ['', '```json', JSON.stringify(json.example, null, 2), '```']
      : []),
    ...tableOf('`data` of the answer', data?.type === 'array' ? data.items : data, 'always'),
  ]
}

/** File names and texts. @param {Schema} contract docs/openapi.json */
export function apiPages(contract) {
  /** @type {Record<string, string[]>} */
  const areas = {}
  for (const [path, methods] of Object.entries(contract.paths))
    for (const [method, call] of Object.entries(/** @type {Record<string, Schema>} */ (methods)))
      (areas[call.tags?.[0] ?? 'other'] ??= []).push(...sectionOf(path, /** @type {'post'} */ (method), call))
  const counts = Object.entries(areas).map(
    ([area, lines]) => `| [${area}](${area}.md) | ${lines.filter((line) => line.startsWith('## ')).length} |`,
  )
  return {
    'index.md': [
      '# Calls',
      '',
      contract.info.description,
      '',
      '| area | calls |',
      '| --- | --: |',
      ...counts,
      '',
    ].join('\n'),
    ...Object.fromEntries(
      Object.entries(areas).map(([area, lines]) => [`${area}.md`, [`# ${area}`, ...lines, ''].join('\n')]),
    ),
  }
}
