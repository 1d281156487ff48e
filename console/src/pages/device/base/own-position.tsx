/** Fills in the position of the user's phone or laptop, if its browser allows that. */
import { useState } from 'react'
import { latitudeIssue, longitudeIssue } from '@parking/contract/core/rules.ts'
import { useWords } from '#src/core/words.ts'
import { useForm } from '#src/forms/form-context.ts'
import { Button } from '#src/ui/button/button.tsx'
import styles from './base.module.css'

/** Accuracy in metres above which the user should check the map. */
const coarse_m = 50
const timeout_ms = 20_000

type Found =
  | { kind: 'asking' | 'denied' | 'unsafe' | 'failed' | 'outside' }
  | { kind: 'found' | 'coarse'; metres: number }

export function OwnPosition() {
  const words = useWords('device')
  const { fill } = useForm()
  const [found, setFound] = useState<Found>()

  function ask() {
    if (!isSecureContext || !('geolocation' in navigator)) return setFound({ kind: 'unsafe' })
    setFound({ kind: 'asking' })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const [longitude, latitude] = [rounded(coords.longitude), rounded(coords.latitude)]
        if (longitudeIssue(longitude) || latitudeIssue(latitude)) return setFound({ kind: 'outside' })
        fill({ longitude: String(longitude), latitude: String(latitude) })
        const metres = Math.max(1, Math.round(coords.accuracy))
        setFound({ kind: metres > coarse_m ? 'coarse' : 'found', metres })
      },
      ({ code, PERMISSION_DENIED }) => setFound({ kind: code === PERMISSION_DENIED ? 'denied' : 'failed' }),
      { enableHighAccuracy: true, timeout: timeout_ms, maximumAge: 0 },
    )
  }

  return (
    <div className="pad-12-16 below-16 round-8 on-subtle">
      <Button onClick={ask} pending={found?.kind === 'asking'}>
        {words.position}
      </Button>
      <p
        className={`above-4 text-12 ink-3 anywhere leading-20 ${styles.pasteNote}`}
        data-tone={toneOf(found)}
        role="status"
      >
        {sentence(found, words)}
      </p>
    </div>
  )
}

/** Rounds to six decimals (spec §5), a tenth of a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

type PositionWords = Readonly<
  Record<
    | 'position_hint'
    | 'position_asking'
    | 'position_denied'
    | 'position_unsafe'
    | 'position_failed'
    | 'position_outside',
    string
  > &
    Record<'position_found' | 'position_coarse', (metres: number) => string>
>

function sentence(found: Found | undefined, words: PositionWords): string {
  if (!found) return words.position_hint
  return 'metres' in found ? words[`position_${found.kind}`](found.metres) : words[`position_${found.kind}`]
}

function toneOf(found: Found | undefined): 'ok' | 'warn' | 'bad' | undefined {
  if (!found || found.kind === 'asking') return undefined
  return found.kind === 'found' ? 'ok' : found.kind === 'coarse' ? 'warn' : 'bad'
}
