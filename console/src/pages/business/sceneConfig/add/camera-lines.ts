/**
 * Parses a list of cameras as copied from a spreadsheet: `name, address, port, user name, password` per line.
 * Each line is either valid or names the column that is wrong.
 */
import { onvif_form } from '@parking/contract/camera/camera.ts'
import { issuesOf } from '@parking/contract/core/envelope.ts'
import type { Issue } from '@parking/contract/core/rules.ts'
import type * as z from 'zod/mini'

export type CameraBody = z.output<typeof onvif_form>
export const columns = ['camera_name', 'ipv4', 'onvif_port', 'username', 'password'] as const
export type Column = (typeof columns)[number]

export const max_cameras = 200

export type CameraLine = {
  /** Line number, from 1. */
  readonly number: number
  /** Shown for the line: its name, address or number. */
  readonly label: string
} & (
  | { readonly body: CameraBody }
  | { readonly wrong: { readonly column: Column; readonly issue: Issue } }
  | { readonly repeats: number }
)

/** The first cell of the header line that many lists have. */
const heading = /^(camera_name|name|名称|名稱|摄像机名称|攝影機名稱)$/i
/** The default port of ONVIF cameras. */
const usual_port = '80'

/** Skips empty lines. Columns are separated by tab, comma or semicolon and may be quoted (RFC 4180). */
export function readCameras(text: string): CameraLine[] {
  const seen = new Map<string, number>()
  return text.split(/\r\n|\r|\n/).flatMap((raw, at): CameraLine[] => {
    if (raw.trim() === '' || raw.trimStart().startsWith('#')) return []
    const cells = cellsOf(raw)
    if (at === 0 && heading.test(cells[0] ?? '')) return []
    const [camera_name = '', ipv4 = '', port = '', username = '', password = ''] = cells
    const number = at + 1
    const label = camera_name || ipv4 || String(number)
    const wanted = port || usual_port
    const given = {
      camera_name,
      ipv4,
      onvif_port: /^\d{1,6}$/.test(wanted) ? Number(wanted) : wanted,
      username,
      password,
    }
    const parsed = onvif_form.safeParse(given)
    if (!parsed.success) {
      const [issue] = issuesOf(parsed.error, given)
      const column = columns.find((one) => one === issue?.field) ?? 'camera_name'
      return [{ number, label, wrong: { column, issue: issue ?? { field: column, issue: 'format' } } }]
    }
    const place = `${ipv4}:${given.onvif_port}`
    const first = seen.get(place)
    if (first !== undefined) return [{ number, label, repeats: first }]
    seen.set(place, number)
    return [{ number, label, body: parsed.data }]
  })
}

/** The cells of one line; unquoted cells are trimmed. */
export function cellsOf(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : /[,;，；]/.exec(line.replace(/"(?:[^"]|"")*"/g, ''))?.[0]
  const cells: string[] = []
  let [cell, quoted, was_quoted] = ['', false, false]
  const end = () => {
    cells.push(was_quoted ? cell : cell.trim())
    ;[cell, was_quoted] = ['', false]
  }
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    if (quoted && character === '"' && line[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (quoted && character === '"') quoted = false
    else if (!quoted && character === '"' && cell.trim() === '') [cell, quoted, was_quoted] = ['', true, true]
    else if (!quoted && character === separator) end()
    else cell += character
  }
  end()
  return cells
}
