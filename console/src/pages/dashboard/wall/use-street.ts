/** What the first page shows, kept up to date: wall, outlines, newest events, the health of the box. */
import { useEffect, useState } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { queryClient, useCall, type CallState } from '#src/core/queries.ts'
import type { ParkingEvent } from '#src/events/event/event-status.tsx'
import { useDeviceClock } from './device-clock.ts'
import { tilesOf, type Tile, type Wall } from './street.ts'

export type StreetNow = {
  wall: CallState<Wall>
  events: CallState<AnswerAt<'/api/parking/parking_event'>>
  health: CallState<AnswerAt<'/api/system/box_health'>>
  has_cameras: boolean
  tiles: readonly Tile[]
  newest: ParkingEvent | undefined
  /** The newest event if it came while the page was open. */
  arrived: ParkingEvent | undefined
  /** The device's time, in milliseconds since 1970. */
  now: number
}

export function useStreet(): StreetNow {
  const wall = useCall('/api/camera/camera_wall', {}, { every: 3_000 })
  const has_cameras = (wall.data?.cameras.length ?? 0) > 0
  const scenes = useCall('/api/camera/get_scenes', {}, { enabled: has_cameras })
  const events = useCall('/api/parking/parking_event', { page: 1, page_size: 20 }, { enabled: has_cameras })
  const health = useCall('/api/system/box_health', {}, { every: 5_000 })
  useRefresh('/api/camera/get_scenes', wall.data?.layout)
  useRefresh('/api/parking/parking_event', wall.data?.newest)
  const now = useDeviceClock(wall.data?.time_ms, wall.dataUpdatedAt)
  const tiles = wall.data ? tilesOf(wall.data, scenes.data?.list ?? []) : []
  const newest = events.data?.list[0]
  const arrived = useArrived(newest)
  return { wall, events, health, has_cameras, tiles, newest, arrived, now }
}

/** Reads again when the device says that it is outdated. */
function useRefresh(
  path: '/api/camera/get_scenes' | '/api/parking/parking_event',
  version: string | undefined,
): void {
  useEffect(() => {
    if (version !== undefined) void queryClient.invalidateQueries({ queryKey: [path] })
  }, [path, version])
}

/** The newest event once another one was the newest before: what was there at the opening is no news. */
function useArrived(newest: ParkingEvent | undefined): ParkingEvent | undefined {
  const [first, setFirst] = useState<string>()
  if (first === undefined && newest) setFirst(newest.uuid)
  return newest && first !== undefined && newest.uuid !== first ? newest : undefined
}
