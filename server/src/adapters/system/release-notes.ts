/** The release notes in the control data of a package: `Release-Notes-zh` and `Release-Notes-tw`. */
import { plainLine, type ReleaseNote } from '@parking/contract'

const most = { versions: 5, sentences: 20 }

/**
 * What a record of `apt-cache show` says is new since `installed`, newest first: of the versions above it, or
 * of the newest only if `installed` is not among them (a snapshot, or too old). A field has a line for each
 * version, followed by a line "- sentence" for each sentence. Anything else is skipped.
 */
export function notesIn(record: string, installed: string): ReleaseNote[] {
  const [zh, tw] = (['zh', 'tw'] as const).map((language) => sectionsOf(record, language)) as [Notes, Notes]
  const versions = [...new Set([...zh.keys(), ...tw.keys()])]
  const at = versions.indexOf(installed)
  return versions
    .slice(0, at < 0 ? 1 : Math.min(at, most.versions))
    .map((version) => ({ version, zh: zh.get(version) ?? [], tw: tw.get(version) ?? [] }))
}

type Notes = Map<string, string[]>

function sectionsOf(record: string, language: 'zh' | 'tw'): Notes {
  const [, field = ''] =
    new RegExp(`^Release-Notes-${language}:\\n((?:[ \\t].*\\n)*)`, 'im').exec(record) ?? []
  const notes: Notes = new Map()
  let sentences: string[] | undefined
  for (const line of field.split('\n').map((one) => one.trim())) {
    const [, sentence] = /^- (.+)/.exec(line) ?? []
    if (sentence === undefined) {
      if (/^[0-9][0-9A-Za-z.+~:-]*$/.test(line) && line.length <= 100) notes.set(line, (sentences = []))
    } else if (sentences && sentences.length < most.sentences) sentences.push(plainLine(sentence, 300))
  }
  return notes
}
