/** What the device noticed about a camera: where its pictures come from, and what has changed. */
import type { StillsReason } from '@parking/contract/camera/findings.ts'
import { useWords } from '#src/core/words.ts'
import { StatusTag } from '#src/ui/status-tag.tsx'
import type { Camera } from './camera.ts'

type Finding = NonNullable<Camera['findings']>[number]

export function CameraNotes({ camera: { stills, findings = [] } }: { camera: Camera }) {
  return (
    <>
      <StillsNote stills={stills} />
      {findings.map((finding) => (
        <FindingNote key={`${finding.finding} ${finding.field ?? ''}`} finding={finding} />
      ))}
    </>
  )
}

/** Why the pictures come from the stream, if they do. */
export function StillsNote({ stills }: { stills: StillsReason | '' | undefined }) {
  const { notes } = useWords('camera')
  return stills ? <p className="above-8 note">{notes.from_stream(notes.stills[stills])}</p> : null
}

export function FindingNote({ finding: { finding, field, said, before } }: { finding: Finding }) {
  const { notes, batch } = useWords('camera')
  return (
    <p className={`above-8 text-13 ${finding === 'serial_shared' ? 'ink-2' : 'bad'}`}>
      {notes.findings[finding](said, before, field ? batch.fields[field] : '')}
    </p>
  )
}

/** A mark for the list. That a serial number is shared needs none. */
export function ChangedTag({ camera: { findings = [] } }: { camera: Camera }) {
  const { notes } = useWords('camera')
  return findings.some(({ finding }) => finding !== 'serial_shared') ? (
    <StatusTag tone="warn">{notes.changed}</StatusTag>
  ) : null
}
