/**
 * Records one manual check (spec §7 human_check): the lot, its current picture, and the user's verdict.
 * Long because the dialog is one form.
 */
import { event_type } from '@parking/contract/core/codes.ts'
import { useId, useState } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useCall, useChange, type CallState } from '#src/core/queries.ts'
import { LotOverlay } from '#src/scene-editor/lot-overlay/lot-overlay.tsx'
import { Loaded } from '#src/tables/loaded.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Combobox } from '#src/ui/combobox/combobox.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { RefreshIcon } from '#src/ui/icons.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { failureText, isUnknown, type AnswerAt } from '#src/core/api.ts'
import styles from './manual.module.css'

type Lot = AnswerAt<'/api/camera/get_all_lots_no'>['list'][number]
const verdicts = ['manual_vacancy_check', 'manual_occupied_check'] as const
type Verdict = (typeof verdicts)[number]

export function CheckDialog({ onClose }: { onClose: () => void }) {
  const [words, codes, { messages }] = [useWords('manual'), useWords('codes').event_type, useWords('errors')]
  const id = useId()
  const lots = useCall('/api/camera/get_all_lots_no', {})
  const [lot, setLot] = useState<Lot>()
  const [verdict, setVerdict] = useState<Verdict>()
  const [comment, setComment] = useState('')
  // A check needs the current picture: it is taken as soon as the lot is chosen.
  const picture = useCall(
    '/api/camera/snapshot',
    { camera_sn: lot?.camera_sn ?? '' },
    { enabled: lot !== undefined },
  )
  const check = useChange('/api/parking/human_check', {
    quiet: true,
    failed: (error) => toast.error(isUnknown(error) ? error.message : messages.capture_failed),
    refresh: ['/api/parking/manual_parking_event', '/api/parking/parking_event', '/api/parking/check_ledger'],
  })
  const why = !lot
    ? words.why_lot
    : !picture.data || picture.isFetching || picture.isError
      ? words.why_picture
      : !verdict
        ? words.why_verdict
        : undefined

  async function submit() {
    if (!lot || !verdict) return
    const body = { lot_no: lot.lot_no, event_type: event_type[verdict], comment: comment.trim() }
    if (!(await check.run(body))) return
    toast.success(messages.capture_success)
    onClose()
  }

  return (
    <Dialog
      title={words.check}
      width="medium"
      onClose={onClose}
      dismissable={comment === ''}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <WhyButton variant="primary" why={why} busy={check.running} onPress={() => void submit()}>
            {words.submit}
          </WhyButton>
        </>
      }
    >
      <Loaded query={lots} rows={3} failed={words.lots_failed}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={words.no_lots} />
          ) : (
            <div className="stack">
              <div>
                <label className={`block text-14 ink bold ${styles.label}`} htmlFor={`${id}-lot`}>
                  {words.lot}
                </label>
                <Combobox
                  id={`${id}-lot`}
                  value={lot?.lot_no ?? ''}
                  label={lot?.lot_no ?? ''}
                  list={words.lot_list}
                  none={words.lot_none}
                  placeholder={words.lot_pick}
                  search={(typed) =>
                    matchingLots(list, typed).map((one) => ({
                      value: one.lot_no,
                      label: one.lot_no,
                      note: one.camera_name,
                    }))
                  }
                  onPick={(lot_no) => setLot(list.find((one) => one.lot_no === lot_no))}
                />
              </div>
              {lot && <CurrentPicture lot={lot} picture={picture} />}
              <fieldset className={`flex wrap flush ${styles.verdict}`}>
                <legend className={`full block text-14 ink bold ${styles.label}`}>{words.verdict}</legend>
                {verdicts.map((one) => (
                  <label key={one}>
                    <input
                      type="radio"
                      name={`${id}-verdict`}
                      checked={verdict === one}
                      onChange={() => setVerdict(one)}
                    />
                    {codes[one]}
                  </label>
                ))}
              </fieldset>
              <div>
                <label className={`block text-14 ink bold ${styles.label}`} htmlFor={`${id}-comment`}>
                  {words.comment}
                </label>
                <input
                  id={`${id}-comment`}
                  className={`full ink round-4 on-card ${styles.input}`}
                  value={comment}
                  maxLength={500}
                  onChange={(event) => setComment(event.currentTarget.value)}
                />
              </div>
              <p className="text-13 ink-2">{words.evidence}</p>
              {check.error && (
                <p className="pad-8-12 text-14 bad round-6 on-bad">
                  {failureText(messages.capture_failed, check.error)}
                </p>
              )}
            </div>
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Finds lots by number or camera, ignoring case; numbers that start with the text come first. */
function matchingLots(list: readonly Lot[], typed: string): Lot[] {
  const text = typed.trim().toLowerCase()
  return list
    .filter((lot) => lot.lot_no.toLowerCase().includes(text) || lot.camera_name.toLowerCase().includes(text))
    .toSorted(
      (a, b) =>
        Number(b.lot_no.toLowerCase().startsWith(text)) - Number(a.lot_no.toLowerCase().startsWith(text)),
    )
}

/** The lot as its camera sees it now, with its outline. */
function CurrentPicture({
  lot,
  picture: { data: picture, error, isError, isFetching, refetch },
}: {
  lot: Lot
  picture: CallState<AnswerAt<'/api/camera/snapshot'>>
}) {
  const words = useWords('manual')
  const scenes = useCall('/api/camera/get_scenes', { camera_sn: lot.camera_sn })
  const lots = scenes.data?.list.find(({ scene_id }) => scene_id === lot.scene_id)?.lots ?? []
  const shapes = lots.map(({ lot_no, polygon }) => ({
    key: lot_no,
    polygon,
    ...(lot_no === lot.lot_no ? { tone: 'new' as const, label: lot_no } : { tone: 'context' as const }),
  }))
  if (isError && !isFetching) {
    return (
      <EmptyState
        title={words.no_picture}
        action={
          <Button onClick={() => void refetch()}>
            <RefreshIcon />
            {words.again}
          </Button>
        }
      >
        {error.message} {words.no_picture_says}
      </EmptyState>
    )
  }
  return (
    <figure className={`grid gap-6 ${styles.now}`} aria-busy={isFetching}>
      {picture ? (
        <LotOverlay shapes={shapes} ratio={picture.width / picture.height}>
          <img
            className="full block round-4 tall"
            src={picture.snapshot}
            alt={`${words.picture} ${lot.lot_no}`}
          />
        </LotOverlay>
      ) : (
        <div className={`center ink-2 round-4 ${styles.waiting}`}>{words.taking}</div>
      )}
      <figcaption className="row spread gap-12 text-13 ink-2 figures">
        <span>
          {lot.camera_name}
          {picture && ` · ${picture.time_str}`}
        </span>
        <Button variant="quiet" aria-disabled={isFetching} onClick={() => !isFetching && void refetch()}>
          <RefreshIcon />
          {isFetching ? words.taking : words.again}
        </Button>
      </figcaption>
    </figure>
  )
}
