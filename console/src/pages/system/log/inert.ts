/** What a log says may come from anywhere: text that would colour a terminal, move a cursor or turn the direction of reading does nothing here (security row 24). */

/** Terminal sequences are taken out; every other control or direction character is shown by its number. */
export function inert(text: string): string {
  return text
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '')
    .replace(/(?:\u001b\[|\u009b)[0-9;:<=>?]*[ -/]*[@-~]/g, '')
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g,
      (character) => `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    )
}

/** One line of NDJSON. JSON leaves direction characters as they are; a text editor would obey them. */
export const ndjson = (row: unknown): string =>
  `${JSON.stringify(row).replace(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
