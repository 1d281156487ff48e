/** The picture to draw lots on: the scene's own reference, else a new picture, else the camera's last one. */
import { useEffect, useEffectEvent, useState } from 'react'
import { call, outcomeOf, type AnswerAt, type CallError } from '#src/core/api.ts'
import { stepIn } from '#src/lib/camera-step.ts'
import type { EditorStore } from '#src/scene-editor/state/editor-store.ts'
import { useWords } from '#src/core/words.ts'
import type { Start } from './scene-work.tsx'

type State =
  | { readonly kind: 'taking' | 'here' }
  | { readonly kind: 'failed'; readonly error: CallError | undefined }

export type Reference = {
  readonly src: string | undefined
  readonly state: State['kind']
  /** The reason why there is no new picture, as a sentence. */
  readonly why: string
  /** True while the picture is not yet the scene's reference; saving the scene makes it the reference. */
  readonly fresh: boolean
  /** Called when the picture shown has become the scene's reference. */
  setAsReference(ref_snapshot: string): void
  /** Takes a new picture; resolves with whether that succeeded. */
  take(): Promise<boolean>
}

export function useReference(
  store: EditorStore,
  { camera_sn, snapshot }: Start['camera'],
  scene: Start['scene'],
): Reference {
  const { reasons } = useWords('camera')
  const own = scene?.ref_snapshot ?? ''
  const [src, setSrc] = useState(own || undefined)
  const [fresh, setFresh] = useState(own === '')
  const [state, setState] = useState<State>({ kind: own ? 'here' : 'taking' })

  function show({ taken, error }: Taken): boolean {
    setState(taken ? { kind: 'here' } : { kind: 'failed', error })
    if (!taken) return false
    setSrc(taken.snapshot)
    store.dispatch({ kind: 'size', size: taken })
    return true
  }
  const present = useEffectEvent(show)

  // Takes the first picture of a new scene once, when the page opens; if the camera is offline, its last
  // picture is used.
  useEffect(() => {
    if (own) return
    let current = true
    void takePicture(camera_sn, true).then((taken) => {
      if (current && !present(taken)) setSrc(snapshot || undefined)
    })
    return () => {
      current = false
    }
  }, [camera_sn, snapshot, own])

  async function take(): Promise<boolean> {
    setState({ kind: 'taking' })
    const done = show(await takePicture(camera_sn, false))
    if (done) setFresh(true)
    return done
  }

  function setAsReference(ref_snapshot: string) {
    setFresh(false)
    if (ref_snapshot !== '') setSrc(ref_snapshot)
  }

  return {
    src,
    fresh,
    setAsReference,
    state: state.kind,
    why: state.kind === 'failed' ? sentence(state.error, reasons) : '',
    take,
  }
}

/** Neither: the picture could not be decoded. */
type Taken = { taken?: AnswerAt<'/api/camera/snapshot'>; error?: CallError }

/** Decodes the picture first, so that the old one is shown until then. */
async function takePicture(camera_sn: string, quiet: boolean): Promise<Taken> {
  const { answer, error } = await outcomeOf(call('/api/camera/snapshot', { camera_sn }, { quiet }))
  if (error) return { error }
  const image = new Image()
  image.src = answer.snapshot
  return image.decode().then(
    () => ({ taken: answer }),
    () => ({}),
  )
}

function sentence(
  error: CallError | undefined,
  reasons: Readonly<Record<NonNullable<ReturnType<typeof stepIn>>, string>>,
): string {
  if (!error) return ''
  const step = stepIn(error.data)
  return step ? reasons[step] : error.message
}
