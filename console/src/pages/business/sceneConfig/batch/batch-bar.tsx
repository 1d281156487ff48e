/** Actions for the selected cameras. Sticks to the bottom of the window while the list scrolls. */
import { useState } from 'react'
import { outcomeOf } from '#src/core/api.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { CloseIcon, PowerIcon, RefreshIcon, TrashIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { BatchDialog } from './batch-dialog.tsx'
import styles from './batch.module.css'
import type { Camera } from '../camera/camera.ts'
import type { BatchKind } from './use-batch.ts'
import { allMatching, type Filter, type Selection } from '../list/use-selection.ts'

type Props = {
  selection: Selection
  /** Cameras on this page of the list; `total` is the number of cameras that match the filter. */
  shown: readonly Camera[]
  total: number
  filter: Filter
}

export function BatchBar({ selection, shown, total, filter }: Props) {
  const words = useWords('camera').batch
  const [open, setOpen] = useState<{ kind: BatchKind; cameras: readonly Camera[] }>()
  const [fetching, setFetching] = useState(false)
  const { chosen } = selection
  const page_chosen = shown.every((camera) => selection.has(camera.camera_sn))
  const on_other_pages = chosen.filter(
    (camera) => !shown.some((one) => one.camera_sn === camera.camera_sn),
  ).length
  const why = chosen.some((camera) => camera.onvif_supported) ? undefined : words.why_no_onvif
  const openDialog = (kind: BatchKind) => setOpen({ kind, cameras: chosen })

  async function addAll() {
    setFetching(true)
    const { answer } = await outcomeOf(allMatching(filter))
    if (answer) selection.add(answer)
    setFetching(false)
  }

  return (
    <>
      {chosen.length > 0 && (
        <section
          className={`row wrap spread gap-8-16 above-16 round-8 on-card ${styles.bar}`}
          aria-label={words.title}
        >
          <div className={styles.count}>
            <p className="flex wrap baseline figures" role="status">
              <strong>{words.chosen(chosen.length)}</strong>
              {on_other_pages > 0 && <small className="note">{words.not_listed(on_other_pages)}</small>}
            </p>
            {!page_chosen && (
              <Button variant="quiet" onClick={() => selection.add(shown)}>
                {words.page}
              </Button>
            )}
            {total > shown.length && chosen.length < total && (
              <Button variant="quiet" pending={fetching} onClick={() => void addAll()}>
                {words.all(total)}
              </Button>
            )}
            <Button variant="quiet" onClick={selection.clear}>
              <CloseIcon />
              {words.clear}
            </Button>
          </div>
          <div className={styles.acts}>
            <WhyButton why={why} onPress={() => openDialog('sync')}>
              <RefreshIcon />
              {words.kinds.sync.act}
            </WhyButton>
            <WhyButton why={why} onPress={() => openDialog('reboot')}>
              <PowerIcon />
              {words.kinds.reboot.act}
            </WhyButton>
            <Button className={styles.danger} onClick={() => openDialog('remove')}>
              <TrashIcon />
              {words.kinds.remove.act}
            </Button>
          </div>
        </section>
      )}
      {open && (
        <BatchDialog
          kind={open.kind}
          cameras={open.cameras}
          onGone={selection.drop}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
