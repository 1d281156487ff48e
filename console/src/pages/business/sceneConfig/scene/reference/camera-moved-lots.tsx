/**
 * After the camera moved: shows the lots, as they would be shifted, on the new picture. The user accepts all
 * lots, some of them, or only the picture.
 */
import { useState } from 'react'
import { useChange } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { LotOverlay, type Shape } from '#src/scene-editor/lot-overlay/lot-overlay.tsx'
import type { SceneCheck } from './references-dialog.tsx'
import styles from './references.module.css'

type Proposal = NonNullable<SceneCheck['proposal']>
type Props = {
  scene: {
    readonly scene_id: string
    readonly lots: readonly {
      readonly lot_no: string
      readonly polygon: readonly (readonly [number, number])[]
    }[]
  }
  proposal: Proposal
  locked: boolean
  /** The reason why nothing can be accepted now. */
  blocked: string | undefined
  onAccepted: () => void
}

export function CameraMovedLots({ scene, proposal, locked, blocked, onAccepted }: Props) {
  const words = useWords('camera_reference')
  const w = words.lots
  const possible = proposal.lots.filter(({ polygon }) => polygon.length > 0).map(({ lot_no }) => lot_no)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(possible))
  const accepting = useChange('/api/camera/accept_moved', {
    refresh: ['/api/camera/list_references', '/api/camera/get_scenes', '/api/camera/list_cameras'],
  })
  const old = new Map(scene.lots.map(({ lot_no, polygon }) => [lot_no, polygon]))
  const shapes = proposal.lots.flatMap(({ lot_no, polygon }): Shape[] => {
    const was: Shape = { key: `was ${lot_no}`, polygon: old.get(lot_no) ?? [], tone: 'old' }
    return chosen.has(lot_no)
      ? [was, { key: lot_no, polygon, tone: 'new', label: lot_no }]
      : [{ key: lot_no, polygon: old.get(lot_no) ?? [], tone: 'context', label: lot_no }]
  })
  async function accept() {
    const lot_nos = possible.filter((lot_no) => chosen.has(lot_no))
    if (!(await accepting.run({ scene_id: scene.scene_id, check_id: proposal.check_id, lot_nos }))) return
    toast.success(w.done(lot_nos.length))
    onAccepted()
  }
  const count = possible.filter((lot_no) => chosen.has(lot_no)).length
  return (
    <section aria-label={w.title}>
      <h3>{w.title}</h3>
      <p className={`note flush ${styles.quiet}`}>{w.hint}</p>
      <LotOverlay shapes={shapes} ratio={proposal.width / proposal.height}>
        <img src={proposal.picture} alt={words.compare.now} draggable={false} />
      </LotOverlay>
      <fieldset className={`grid slim gap-4-12 ${styles.lots}`} disabled={locked || accepting.running}>
        <legend className="visually-hidden">{w.title}</legend>
        {proposal.lots.map(({ lot_no, polygon, inside }) => (
          <label key={lot_no} className={`row wrap gap-8 figures pointer ${styles.lot}`}>
            <input
              type="checkbox"
              aria-label={w.choose(lot_no)}
              checked={chosen.has(lot_no)}
              disabled={polygon.length === 0}
              onChange={(event) => {
                const next = new Set(chosen)
                if (event.currentTarget.checked) next.add(lot_no)
                else next.delete(lot_no)
                setChosen(next)
              }}
            />
            <span>{lot_no}</span>
            {polygon.length === 0 ? (
              <small className="warn">{w.outside}</small>
            ) : (
              inside < 0.999 && (
                <small className="warn">{w.cut(Math.max(1, Math.round((1 - inside) * 100)))}</small>
              )
            )}
          </label>
        ))}
      </fieldset>
      {!locked && (
        <div className="row wrap gap-8">
          <Button onClick={() => setChosen(new Set(count === possible.length ? [] : possible))}>
            {count === possible.length ? w.none : w.all}
          </Button>
          <Button
            variant="primary"
            disabled={accepting.running || blocked !== undefined}
            title={blocked}
            onClick={() => void accept()}
          >
            {accepting.running ? w.accepting : count === 0 ? w.accept_picture : w.accept(count)}
          </Button>
          {blocked !== undefined && <span className="text-14 ink">{blocked}</span>}
        </div>
      )}
    </section>
  )
}
