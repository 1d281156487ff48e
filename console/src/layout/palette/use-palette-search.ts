/** What the palette finds besides pages and actions: plates, lots, cameras, labels, chapters and alarms. */
import { event_type, wordOf } from '@parking/contract/core/codes.ts'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '#src/core/queries.ts'
import type { Areas } from '#src/locales/areas.ts'
import { useWords } from '#src/core/words.ts'
import { useMayView } from '#src/forms/use-may.ts'
import { CameraIcon, CarIcon, GridIcon, TimelineIcon, WarnIcon } from '#src/ui/icons.tsx'
import { findEntries } from './find-entries.ts'
import type { PaletteCommand } from './use-palette-commands.ts'

/** Minimum number of characters for a plate search. */
const plate_chars = 2
const rows = { plates: 5, lots: 6, cameras: 6, alarms: 3 }

/** Best first within each group. `asks`: whether there is a query; without one the result is empty. */
export function usePaletteSearch(query: string, asks: boolean): PaletteCommand[] {
  const navigate = useNavigate()
  const wanted = query.trim()
  const plate = useSettled(wanted)
  const views = useMayView() && asks
  const cameras = useCall('/api/camera/list_cameras', { page: 1, page_size: 256 }, { enabled: views })
  const lots = useCall('/api/camera/get_all_lots_no', {}, { enabled: views })
  const alarms = useCall('/api/parking/alarms', { page: 1, page_size: 20, open: true }, { enabled: views })
  const events = useCall(
    '/api/parking/parking_event',
    { page: 1, page_size: rows.plates, plate_number: plate },
    { enabled: asks && plate.length >= plate_chars && plate.length <= 32, keep: true },
  )
  const [codes, shell] = [useWords('codes'), useWords('shell')]
  return useMemo(() => {
    if (!asks) return []
    const to =
      (path: string): (() => void) =>
      () =>
        void navigate(path)
    const found = <G extends keyof typeof rows>(group: G, all: PaletteCommand[]) =>
      findEntries(all, wanted).slice(0, rows[group])
    return [
      ...(plate.length < plate_chars ? [] : (events.data?.list ?? [])).map((event): PaletteCommand => {
        const word = wordOf(event_type, event.event_type)
        return {
          id: `plate-${event.uuid}`,
          group: 'plates',
          label: event.plate_number,
          keywords: '',
          icon: CarIcon,
          hint: [word && codes.event_type[word], event.lot_no, event.event_time_str]
            .filter(Boolean)
            .join(' · '),
          run: to(`/business/data/parking?uuid=${event.uuid}`),
        }
      }),
      ...onAxis(plate.length < plate_chars ? undefined : events.data?.list[0], shell.palette, to),
      ...found(
        'lots',
        (lots.data?.list ?? []).map((lot) => ({
          id: `lot-${lot.lot_no}`,
          group: 'lots',
          label: lot.lot_no,
          keywords: lot.parking_no,
          icon: GridIcon,
          hint: lot.camera_name,
          run: to(`/dashboard?${new URLSearchParams({ view: 'lots', find: lot.lot_no })}`),
        })),
      ),
      ...found(
        'cameras',
        (cameras.data?.list ?? []).map((camera) => ({
          id: `camera-${camera.camera_sn}`,
          group: 'cameras',
          label: camera.camera_name,
          keywords: `${camera.camera_sn} ${camera.ipv4} ${camera.model}`,
          icon: CameraIcon,
          hint: camera.ipv4,
          run: to(`/dashboard?${new URLSearchParams({ camera: camera.camera_sn })}`),
        })),
      ),
      ...found(
        'alarms',
        (alarms.data?.list ?? []).map((alarm, at) => ({
          id: `alarm-${at}`,
          group: 'alarms',
          label: [codes.alarm_kind[alarm.kind], alarm.name].filter(Boolean).join('：'),
          keywords: `alarm ${alarm.kind}`,
          icon: WarnIcon,
          hint: codes.log_type.alarm,
          run: to('/system/alarms'),
        })),
      ),
    ]
  }, [asks, wanted, plate, events.data, lots.data, cameras.data, alarms.data, codes, shell, navigate])
}

/** The newest stay of the plate, on the time axis. */
function onAxis(
  event: { uuid: string; plate_number: string; lot_no: string; event_time_str: string } | undefined,
  words: Areas['shell']['palette'],
  to: (path: string) => () => void,
): PaletteCommand[] {
  if (!event) return []
  return [
    {
      id: `axis-${event.uuid}`,
      group: 'plates',
      label: words.on_axis(event.plate_number),
      keywords: '',
      icon: TimelineIcon,
      hint: [event.lot_no, event.event_time_str].join(' · '),
      run: to(`/business/data/stays?uuid=${event.uuid}`),
    },
  ]
}

/** The query once typing pauses. */
function useSettled(query: string): string {
  const [settled, setSettled] = useState(query)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), 200)
    return () => clearTimeout(timer)
  }, [query])
  return settled
}
