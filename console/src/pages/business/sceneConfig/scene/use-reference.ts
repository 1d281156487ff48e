/** The picture that lots are drawn on: the scene's own, else a new one, else the camera's last. */
import { useEffect, useState } from 'react'
import { call, CallError } from '../../../../api.ts'
import { stepIn } from '../../../../lib/camera-step.ts'
import type { Size } from '../../../../scene-editor/model/geometry.ts'
import { useWords } from '../../../../words.ts'
import type { Start } from './scene-work.tsx'

export type Reference = {
  readonly src: string | undefined
  readonly state: 'taking' | 'here' | 'failed'
  /** Why there is none, as a sentence. */
  readonly why: string
  /** Takes a new picture. Answers whether there is one now. */
  take(): Promise<boolean>
}

export function useReference(camera: Start['camera'], scene: Start['scene'], onSize: (size: Size) => void): Reference {
  const { reasons } = useWords('camera')
  const [src, setSrc] = useState(scene?.ref_snapshot || undefined)
  const [state, setState] = useState<Reference['state']>(scene?.ref_snapshot ? 'here' : 'taking')
  const [why, setWhy] = useState('')

  async function take(quiet = false): Promise<boolean> {
    setState('taking')
    try {
      const taken = await call('/api/camera/snapshot', { camera_sn: camera.camera_sn }, { quiet })
      // Decoded before it is shown: the old picture stays until then.
      const image = new Image()
      image.src = taken.snapshot
      await image.decode()
      setSrc(taken.snapshot)
      onSize({ width: taken.width, height: taken.height })
      setState('here')
      return true
    } catch (error) {
      const step = error instanceof CallError ? stepIn(error.data) : undefined
      setWhy(step ? reasons[step] : error instanceof CallError ? error.message : '')
      setState('failed')
      return false
    }
  }

  // The first picture of a new scene is taken once, when the page opens; a camera that is away still has its last one.
  useEffect(() => {
    if (scene?.ref_snapshot) return
    void take(true).then((taken) => {
      if (taken || camera.snapshot === '') return
      setSrc(camera.snapshot)
    })
  }, [])

  return { src, state, why, take: () => take() }
}
