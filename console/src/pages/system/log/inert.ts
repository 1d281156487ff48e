/**
 * Makes the text of a log inert. It may come from any sender, and escape sequences or direction characters
 * could colour a terminal, move its cursor or reverse the reading order.
 */

const direction_set =
  String.raw`\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e` + String.raw`\u2060-\u2069\ufeff\ufff9-\ufffb`
const direction = new RegExp(`[${direction_set}]`, 'g')
const control = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f` + `${direction_set}]`, 'g')

/** The code of a character as four hexadecimal digits. */
const codeOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0')

/** Removes terminal sequences and replaces every other control or direction character with its code. */
export function inert(text: string): string {
  return text
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
    .replace(/(?:\u001b\[|\u009b)[0-9;:<=>?]*[ -/]*[@-~]/g, '')
    .replace(control, (character) => `⟨U+${codeOf(character).toUpperCase()}⟩`)
}

/**
 * One line of NDJSON, with direction characters escaped, because JSON does not escape them and text editors
 * interpret them.
 */
export const ndjson = (row: unknown): string =>
  `${JSON.stringify(row).replace(direction, (character) => `\\u${codeOf(character)}`)}\n`
