/**
 * The cameras selected for a batch. The selection survives a change of page or filter; the bar shows its
 * size.
 */
import { useRef, useState } from 'react'
import { call, type BodyAt } from '#src/core/api.ts'
import type { Camera } from '../camera/camera.ts'

export type Filter = Pick<BodyAt<'/api/camera/list_cameras'>, 'state' | 'text'>
export type Selection = {
  chosen: readonly Camera[]
  has: (camera_sn: string) => boolean
  /** `range`: selects everything between this camera and the one picked before. */
  pick: (camera: Camera, chosen: boolean, range: boolean) => void
  add: (cameras: readonly Camera[]) => void
  drop: (camera_sns: readonly string[]) => void
  clear: () => void
}

/** `shown`: the current list, in order; selected cameras are updated from it. */
export function useSelection(shown: readonly Camera[]): Selection {
  const [known, setKnown] = useState<ReadonlyMap<string, Camera>>(new Map())
  const last = useRef<string>(undefined)
  const fresh = new Map(shown.map((camera) => [camera.camera_sn, camera]))
  const change = (cameras: readonly Camera[], chosen: boolean) =>
    setKnown((now) => {
      const next = new Map(now)
      for (const camera of cameras)
        if (chosen) next.set(camera.camera_sn, camera)
        else next.delete(camera.camera_sn)
      return next
    })
  return {
    chosen: [...known.values()].map((camera) => fresh.get(camera.camera_sn) ?? camera),
    has: (camera_sn) => known.has(camera_sn),
    pick(camera, chosen, range) {
      const [from, to] = [
        shown.findIndex((one) => one.camera_sn === last.current),
        shown.findIndex((one) => one.camera_sn === camera.camera_sn),
      ]
      last.current = camera.camera_sn
      change(
        range && from >= 0 && to >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [camera],
        chosen,
      )
    },
    add: (cameras) => change(cameras, true),
    drop: (camera_sns) =>
      setKnown((now) => new Map([...now].filter(([camera_sn]) => !camera_sns.includes(camera_sn)))),
    clear: () => setKnown(new Map()),
  }
}

/** All cameras that match the filter, on all pages. Rejects, after a toast, if the device does not answer. */
export async function allMatching(filter: Filter): Promise<Camera[]> {
  const found: Camera[] = []
  for (let page = 1; ; page++) {
    const { total, list } = await call('/api/camera/list_cameras', { ...filter, page, page_size: 500 })
    found.push(...list)
    if (list.length === 0 || found.length >= total) return found
  }
}
