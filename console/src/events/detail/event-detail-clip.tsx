/** The clip of an event: playable, still being recorded, or missing, with the reason. */
import { useState } from 'react'
import { CameraIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './event-detail-clip.module.css'
import type { Detail } from './event-detail-steps.ts'

type Clip = NonNullable<Detail['clip']>

export function EventClip({ clip }: { clip: Clip }) {
  const words = useWords('event_detail')
  return (
    <section>
      <h3 className="below-8 text-14 bold">{words.clip}</h3>
      {clip.state === 'recorded' ? (
        <Recorded clip={clip} />
      ) : (
        <p className={`row gap-10 pad-12-16 ink-2 round-8 on-subtle ${styles.none}`}>
          <CameraIcon className="rigid ink-3" />
          <span>
            {clip.state === 'recording' ? (
              words.clip_recording
            ) : (
              <>
                <strong>{words.clip_absent}</strong>
                {words.absences[clip.why] ?? clip.why}
              </>
            )}
          </span>
        </p>
      )}
    </section>
  )
}

/** Keeps the first address: a new signature would restart the clip. */
function Recorded({ clip }: { clip: Extract<Clip, { state: 'recorded' }> }) {
  const words = useWords('event_detail')
  const [url] = useState(clip.url)
  const [broken, setBroken] = useState(false)
  const size =
    clip.bytes >= 1_048_576
      ? `${(clip.bytes / 1_048_576).toFixed(1)} MB`
      : `${Math.max(1, Math.round(clip.bytes / 1024))} kB`
  return (
    <figure>
      {/* No sound is recorded, so there is nothing to caption. */}
      {broken ? (
        <p className={`row gap-10 pad-12-16 ink-2 round-8 on-subtle ${styles.none}`}>
          <CameraIcon className="rigid ink-3" />
          <span>{words.clip_broken}</span>
        </p>
      ) : (
        <video
          className={`full block round-8 ${styles.video}`}
          src={url}
          controls
          muted
          playsInline
          preload="metadata"
          width={clip.width || undefined}
          height={clip.height || undefined}
          aria-label={words.clip}
          onError={() => setBroken(true)}
        />
      )}
      <figcaption className={`flex note wrap figures ${styles.facts}`}>
        <span>{words.clip_facts(clip.width, clip.height, (clip.duration_ms / 1_000).toFixed(1), size)}</span>
        <a href={clip.url} download>
          {words.clip_download}
        </a>
      </figcaption>
    </figure>
  )
}
