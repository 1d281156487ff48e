/** The page of the scene editor: `?camera_sn=…` for a new scene, `&scene_id=…` for an existing one. */
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { Answer } from '@parking/contract/calls.ts'
import { business_mode, scene_type } from '@parking/contract/core/codes.ts'
import { useCall } from '#src/core/queries.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './page.module.css'
import { SceneWork, type Start } from './scene-work.tsx'

export default function ScenePage() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const camera_sn = search.get('camera_sn') ?? ''
  const scene_id = search.get('scene_id') ?? undefined
  // A new scene gets its id when it is saved; the editor is kept, with its undo history.
  const kept =
    typeof state === 'object' && state !== null && 'editor' in state && typeof state.editor === 'string'
      ? state.editor
      : undefined
  const key = kept ?? `${camera_sn}/${scene_id ?? 'new'}`
  // Counts the changes that this page made to the scene on the device (accepted lots, a new reference); each
  // one reloads it.
  const [reload_count, setReloadCount] = useState(0)
  return (
    <Loading
      key={`${key} ${reload_count}`}
      editor={key}
      camera_sn={camera_sn}
      scene_id={scene_id}
      onReload={() => setReloadCount(reload_count + 1)}
    />
  )
}

function Loading({
  editor,
  camera_sn,
  scene_id,
  onReload,
}: {
  editor: string
  camera_sn: string
  scene_id: string | undefined
  onReload: () => void
}) {
  const words = useWords('camera').scene
  const [start, setStart] = useState<Start>()
  const enabled = start === undefined
  const cameras = useCall('/api/camera/list_cameras', { page: 1, page_size: 500 }, { enabled })
  const scenes = useCall('/api/camera/get_scenes', {}, { enabled })
  const numbers = useCall('/api/camera/get_all_lots_no', {}, { enabled })
  // A device without this call uses the default, cars.
  const mode = useCall('/api/parking/get_business_mode', {}, { enabled })
  const queries = [cameras, scenes, numbers]
  const back = (
    <ButtonLink variant="primary" to="/business/sceneConfig">
      {words.back}
    </ButtonLink>
  )

  // Keeps editing what was loaded first: a later poll must not replace the scene being edited.
  if (
    !start &&
    cameras.data &&
    scenes.data &&
    numbers.data &&
    ![...queries, mode].some((query) => query.isFetching)
  ) {
    const new_type =
      mode.data?.business_mode === business_mode.high_position_motorcycle
        ? scene_type.motorcycle
        : scene_type.parking
    const found = startOf(camera_sn, scene_id, cameras.data.list, scenes.data.list, numbers.data.list)
    if (found) setStart({ ...found, new_type })
    else {
      return (
        <div className={styles.centre}>
          <EmptyState heading="h1" title={words.missing} action={back} />
        </div>
      )
    }
  }
  if (start) return <SceneWork editor={editor} start={start} onReload={onReload} />
  const broken = queries.find((query) => query.isError)
  return (
    <div className={styles.centre}>
      <h1 className="visually-hidden">{words.title}</h1>
      {broken ? (
        <ErrorState
          title={words.failed}
          retry={() => queries.forEach((query) => query.isError && void query.refetch())}
          retrying={queries.some((query) => query.isFetching)}
          action={back}
        >
          {broken.error?.message}
        </ErrorState>
      ) : (
        <SkeletonRows rows={8} />
      )}
    </div>
  )
}

type Numbers = Answer<'get_all_lots_no'>['list']

function startOf(
  camera_sn: string,
  scene_id: string | undefined,
  cameras: readonly Start['camera'][],
  scenes: readonly NonNullable<Start['scene']>[],
  numbers: Numbers,
): Omit<Start, 'new_type'> | undefined {
  const scene = scenes.find((one) => one.scene_id === scene_id)
  const camera = cameras.find((one) => one.camera_sn === (scene?.camera_sn ?? camera_sn))
  if (!camera || (scene_id !== undefined && !scene)) return undefined
  return {
    camera,
    scene,
    parking_nos: parkingNumbers(scenes, camera.camera_sn),
    taken: numbers.filter((lot) => lot.scene_id !== scene_id),
    next_camera: nextWithoutLots(camera, cameras, scenes),
  }
}

/** The camera after this one, in the order of the list and around its end, that has no lots yet. */
function nextWithoutLots(
  camera: Start['camera'],
  cameras: readonly Start['camera'][],
  scenes: readonly NonNullable<Start['scene']>[],
): Start['next_camera'] {
  const drawn = new Set(scenes.flatMap(({ camera_sn, lots }) => (lots.length > 0 ? [camera_sn] : [])))
  const at = cameras.indexOf(camera)
  return [...cameras.slice(at + 1), ...cameras.slice(0, at)].find(({ camera_sn }) => !drawn.has(camera_sn))
}

/** The car parks of this device, those of this camera first. */
function parkingNumbers(
  scenes: readonly NonNullable<Start['scene']>[],
  camera_sn: string,
): Start['parking_nos'] {
  const own = scenes.filter((one) => one.camera_sn === camera_sn)
  const numbers = new Set([...own, ...scenes].map(({ parking_no }) => parking_no))
  return [...numbers].map((parking_no) => ({
    parking_no,
    scene_num: scenes.filter((one) => one.parking_no === parking_no).length,
  }))
}
