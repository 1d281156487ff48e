/** The step for lots: every camera with the lots drawn on it, and a link to its editor. */
import { Link } from 'react-router'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { addressOf, useInstallAddress } from '#src/install/install-steps.ts'
import { inSize } from '#src/lib/picture-size.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { ChevronRightIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyKerb, EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import type { AnswerAt } from '#src/core/api.ts'
import styles from './install.module.css'

type Scene = AnswerAt<'/api/camera/get_scenes'>['list'][number]

export function LotsStep() {
  const words = useWords('install')
  const cameras = useCall('/api/camera/list_cameras', { page: 1, page_size: 500 })
  const scenes = useCall('/api/camera/get_scenes', {})
  const inPath = useInstallAddress()
  const queries = [cameras, scenes]
  const failed = queries.find((query) => query.isError)
  const list = cameras.data?.list
  return (
    <div className={styles.page}>
      <PageHeader title={words.lots_title(list?.length ?? 1)} hint={words.lots_hint} />
      {failed ? (
        <Section>
          <ErrorState
            title={words.failed}
            retry={() => queries.forEach((query) => void query.refetch())}
            retrying={queries.some((query) => query.isFetching)}
          >
            {failed.error?.message}
          </ErrorState>
        </Section>
      ) : !list || !scenes.data ? (
        <Section>
          <SkeletonRows rows={4} />
        </Section>
      ) : list.length === 0 ? (
        <Section>
          <EmptyState
            picture={<EmptyKerb />}
            title={words.gaps.no_cameras}
            heading="h2"
            action={
              <ButtonLink variant="primary" to={addressOf('cameras')}>
                {words.add_camera}
              </ButtonLink>
            }
          />
        </Section>
      ) : (
        <ul className={`clip bordered on-card ${styles.list}`}>
          {list.flatMap((camera) => {
            const own = scenes.data?.list.filter((scene) => scene.camera_sn === camera.camera_sn) ?? []
            return (own.length > 0 ? own : [undefined]).map((scene) => (
              <li key={scene?.scene_id ?? camera.camera_sn}>
                <Link
                  className={`row ink ${styles.row}`}
                  to={inPath(editorAt(camera.camera_sn, scene))}
                  aria-label={`${words.draw(camera.camera_name)} ${textOf(scene, words)}`}
                >
                  <Picture src={scene?.ref_snapshot || camera.snapshot} scene={scene} />
                  <span className={`grow slim ${styles.names}`}>
                    <strong className="block text-15 bold anywhere">{camera.camera_name}</strong>
                    <small className="note" data-state={scene && scene.lots.length > 0 ? 'done' : 'open'}>
                      {textOf(scene, words)}
                    </small>
                  </span>
                  <ChevronRightIcon />
                </Link>
              </li>
            ))
          })}
        </ul>
      )}
    </div>
  )
}

function editorAt(camera_sn: string, scene: Scene | undefined): string {
  const search = new URLSearchParams({ camera_sn, ...(scene && { scene_id: scene.scene_id }) })
  return `/business/sceneConfig/scene?${search}`
}

type LotWords = { lots_none: string; scene_off: string; lots_of: (lots: number, parks: string) => string }

const textOf = (scene: Scene | undefined, words: LotWords): string =>
  !scene || scene.lots.length === 0
    ? words.lots_none
    : words.lots_of(scene.lots.length, scene.parking_no) + (scene.enabled ? '' : ` · ${words.scene_off}`)

function Picture({ src, scene }: { src: string; scene: Scene | undefined }) {
  return (
    <span className={`rigid relative clip round-6 ${styles.thumb}`} aria-hidden="true">
      {src !== '' && <img src={inSize(src, 160)} alt="" />}
      {scene && (
        <svg viewBox="0 0 1 1" preserveAspectRatio="none">
          {scene.lots.map(({ lot_no, polygon }) => (
            <polygon key={lot_no} points={polygon.map((at) => at.join()).join(' ')} />
          ))}
        </svg>
      )}
    </span>
  )
}
