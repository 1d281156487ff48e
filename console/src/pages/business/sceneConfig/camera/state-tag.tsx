/**
 * Tags for the state of a camera (spec §4: offline, online, error) and, if the device reports it, the
 * condition of its picture.
 */
import { camera_state, wordOf } from '@parking/contract/core/codes.ts'
import { StatusTag, type Tone } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import type { Camera } from './camera.ts'

const tones = { offline: 'idle', online: 'ok', error: 'bad' } as const satisfies Record<
  keyof typeof camera_state,
  Tone
>

export function StateTag({ camera }: { camera: Pick<Camera, 'state' | 'state_reason'> }) {
  const codes = useWords('codes').camera_state
  const { reasons } = useWords('camera')
  const word = wordOf(camera_state, camera.state) ?? 'error'
  return (
    <StatusTag
      tone={tones[word]}
      {...(camera.state_reason !== '' && { title: reasons[camera.state_reason] })}
    >
      {codes[word]}
    </StatusTag>
  )
}

export function PictureTag({ camera }: { camera: Pick<Camera, 'picture_health'> }) {
  const codes = useWords('codes').picture_health
  const { pictures } = useWords('camera')
  if (!camera.picture_health) return null
  return (
    <StatusTag tone="warn" title={pictures[camera.picture_health]}>
      {codes[camera.picture_health]}
    </StatusTag>
  )
}
