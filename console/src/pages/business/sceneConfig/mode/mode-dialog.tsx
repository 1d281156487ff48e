/**
 * Switches the business mode (spec §4): lists the scenes that will be cleared, names the snapshot that is
 * taken first, and asks for confirmation.
 */
import { business_mode } from '@parking/contract/core/codes.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { failureText, type AnswerAt } from '#src/core/api.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { refreshReads, useCall, useChange } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { useWords } from '#src/core/words.ts'
import { ModeDone } from './mode-done.tsx'
import { stale_reads, words_of, type Mode } from './mode.ts'
import styles from './mode.module.css'

type Scenes = AnswerAt<'/api/camera/get_scenes'>['list']

const other = (mode: Mode): Mode =>
  mode === business_mode.high_position_car
    ? business_mode.high_position_motorcycle
    : business_mode.high_position_car

/** `mode`: the current mode. It changes while the dialog is open if this or another user switches it. */
export function ModeDialog({ mode, onClose }: { mode: Mode; onClose: () => void }) {
  const words = useWords('camera').mode
  const codes = useWords('codes').business_mode
  const may = useStore(session).roles.includes('admin')
  const [wanted] = useState(() => other(mode))
  const [agreed_to, setAgreed] = useState('')
  const [done, setDone] = useState<AnswerAt<'/api/parking/set_business_mode'>>()
  const scenes = useCall('/api/camera/get_scenes', {}, { every: 5_000, enabled: done === undefined })
  const switching = useChange('/api/parking/set_business_mode', {
    quiet: true,
    // Set before the mode is refetched: otherwise it would look as if another user had switched it.
    done(answer) {
      setDone(answer)
      void refreshReads(stale_reads)
    },
  })
  const list = scenes.data?.list
  // The user agreed to this list; if another user edits a scene, the dialog asks again.
  const shown =
    list === undefined ? '' : JSON.stringify(list.map((scene) => [scene.scene_id, scene.update_time_str]))
  const why = !may
    ? words.why_role
    : list === undefined
      ? words.why_loading
      : list.length > 0 && agreed_to !== shown
        ? words.why_agree
        : undefined
  const name = codes[words_of[wanted]]
  async function switchMode() {
    if (!(await switching.run({ business_mode: wanted })))
      await refreshReads(['/api/parking/get_business_mode'])
  }
  if (done) return <ModeDone name={name} answer={done} onClose={onClose} />
  if (mode === wanted) {
    return (
      <Dialog
        key="elsewhere"
        title={words.changed_by_another}
        width="small"
        onClose={onClose}
        footer={
          <Button variant="primary" data-autofocus onClick={onClose}>
            {words.close}
          </Button>
        }
      >
        <p role="alert">{words.changed_by_another_says(name)}</p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={words.title(name)}
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {words.cancel}
          </Button>
          <WhyButton variant="danger" why={why} busy={switching.running} onPress={() => void switchMode()}>
            {list?.length === 0 ? words.go_plain : words.go}
          </WhyButton>
        </>
      }
    >
      <div className="stack">
        <p>{words.from(codes[words_of[mode]], name)}</p>
        <Loaded query={scenes} rows={3} failed={words.failed}>
          {({ list: cleared }) =>
            cleared.length === 0 ? (
              <p>{words.nothing}</p>
            ) : (
              <>
                <Cleared scenes={cleared} />
                <ul className={`listed text-13 ink-2 ${styles.stays}`}>
                  <li>
                    {words.snapshot_first}
                    <Link to="/system/operation">{words.where}</Link>
                  </li>
                  <li>{words.stays}</li>
                </ul>
                {may && (
                  <label className={`flex gap-8 pointer ${styles.agree}`}>
                    <input
                      type="checkbox"
                      checked={agreed_to === shown}
                      onChange={(event) => setAgreed(event.currentTarget.checked ? shown : '')}
                    />
                    {words.agree(cleared.length, lotsOf(cleared))}
                  </label>
                )}
              </>
            )
          }
        </Loaded>
        {switching.error && (
          <p className="pad-8-12 bad round-6 on-bad" role="alert">
            {failureText(words.failed_go, switching.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const lotsOf = (scenes: Scenes): number => scenes.reduce((sum, scene) => sum + scene.lot_num, 0)

/** The scenes to be cleared, by camera, in the order of the list. */
function Cleared({ scenes }: { scenes: Scenes }) {
  const words = useWords('camera')
  const cameras = new Map<string, Scenes>()
  for (const scene of scenes) cameras.set(scene.camera_sn, [...(cameras.get(scene.camera_sn) ?? []), scene])
  return (
    <section className={`round-6 on-bad ${styles.cleared}`}>
      <h3>{words.mode.clears(scenes.length, lotsOf(scenes), cameras.size)}</h3>
      <ul>
        {[...cameras].map(([camera_sn, its]) => (
          <li key={camera_sn} className="flex wrap spread figures">
            <span>{its[0]?.camera_name}</span>
            <span>
              {words.card.scenes(its.length)} · {words.card.lots(lotsOf(its))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
