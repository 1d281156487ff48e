/** The platform's bodies and answers as JSON, and the entries of its list of stored events. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Json } from './checks.ts'

/** Enough for three pictures in base64 with the largest settings (docs/platform.md). */
const max_bytes = 128 * 1024 * 1024

export function parse(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

export function json(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

export async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if ((length += chunk.length) > max_bytes) throw new Error('the request is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** An entry of the list of stored events: `void` if the last check withdraws the event. */
export function versionOf(event: Json): Json {
  const { uuid, correction, plate_number, event_type } = event
  const { verdict } = (event['check'] ?? {}) as Json
  const contradicts = event_type === 3 ? 'occupied' : 'vacant'
  return {
    uuid,
    correction: typeof correction === 'number' ? correction : 0,
    plate_number,
    void: verdict === 'discarded' || verdict === contradicts,
  }
}
