/** The data of the first page, kept up to date: wall, outlines, newest events, and the health of the box. */
import { useEffect, useRef, useState } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { queryClient, useCall, type CallState } from '#src/core/queries.ts'
import type { ParkingEvent } from '#src/events/event/event-status.tsx'
import { useDeviceClock } from './device-clock.tsx'
import { tilesOf, type Tile, type Wall } from './wall-data.ts'

export type DashboardData = {
  wall: CallState<Wall>
  events: CallState<AnswerAt<'/api/parking/parking_event'>>
  health: CallState<AnswerAt<'/api/system/box_health'>>
  has_cameras: boolean
  tiles: readonly Tile[]
  newest: ParkingEvent | undefined
  /** The newest event, if it arrived while the page was open. */
  arrived: ParkingEvent | undefined
  /** The device's time, in milliseconds since 1970. */
  now: number
}

export function useDashboardData(): DashboardData {
  const wall = useCall('/api/camera/camera_wall', {}, { every: 3_000 })
  const has_cameras = (wall.data?.cameras.length ?? 0) > 0
  const scenes = useCall('/api/camera/get_scenes', {}, { enabled: has_cameras })
  const events = useCall('/api/parking/parking_event', { page: 1, page_size: 20 }, { enabled: has_cameras })
  const health = useCall('/api/system/box_health', {}, { every: 5_000 })
  const newest_uuid = wall.data?.newest
  const has_newest = newest_uuid === '' || events.data?.list.some(({ uuid }) => uuid === newest_uuid)
  useRefresh('/api/camera/get_scenes', wall.data?.layout, true)
  useRefresh('/api/parking/parking_event', newest_uuid, has_newest ?? true)
  const now = useDeviceClock(wall.data?.time_ms, wall.dataUpdatedAt)
  const tiles = wall.data ? tilesOf(wall.data, scenes.data?.list ?? []) : []
  const newest = events.data?.list[0]
  const arrived = useArrived(newest)
  return { wall, events, health, has_cameras, tiles, newest, arrived, now }
}

/**
 * Refetches when the device reports another version. For the first version it refetches only if the data that
 * was fetched before, or together with the version, does not include it.
 */
function useRefresh(
  path: '/api/camera/get_scenes' | '/api/parking/parking_event',
  version: string | undefined,
  is_current: boolean,
): void {
  const known = useRef<string>(undefined)
  useEffect(() => {
    if (version === undefined || version === known.current) return
    const is_first = known.current === undefined
    known.current = version
    if (!is_first || !is_current) void queryClient.invalidateQueries({ queryKey: [path] })
  }, [path, version, is_current])
}

/**
 * The newest event once it differs from the first one seen: the event that was there when the page opened is
 * not new.
 */
function useArrived(newest: ParkingEvent | undefined): ParkingEvent | undefined {
  const [first, setFirst] = useState<string>()
  if (first === undefined && newest) setFirst(newest.uuid)
  return newest && first !== undefined && newest.uuid !== first ? newest : undefined
}
