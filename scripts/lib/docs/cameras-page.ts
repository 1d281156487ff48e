/** Generates docs/integrate/cameras.md: what cameras do on the wire, and what the device makes of it. */
import { areas } from '@parking/sim/peers/camera/quirks/quirk.ts'
import { quirks } from '@parking/sim/peers/camera/quirks/table.ts'
import { markdownTable } from './markdown-table.ts'

const heads: Record<(typeof areas)[number], string> = {
  discovery: 'Discovery (WS-Discovery)',
  device: 'Device service',
  media: 'Media (ver10)',
  media2: 'Media2 (ver20)',
  snapshot: 'Pictures over HTTP',
  rtsp: 'RTSP',
  jpeg: 'JPEG',
  http: 'Heads of HTTP',
  clock: 'Clock',
  ptz: 'Motor and presets',
  events: 'Events',
}

export function camerasPage(): string {
  const sections = areas.flatMap((area) => {
    const rows = quirks.filter((quirk) => quirk.area === area)
    const cells = rows.map(({ id, wire, shown, reports }) => [`\`${id}\``, wire, shown, reports.join(', ')])
    const table = markdownTable([['row', 'the camera', 'the device', 'reports'], ...cells], () => false)
    return rows.length === 0 ? [] : ['', `## ${heads[area]}`, '', table]
  })
  return [
    '# Cameras as they are in the field',
    '',
    'Printed by `npm run docs` from the table in `sim/src/peers/camera/quirks`; do not edit.',
    '',
    `The ${quirks.length} rows name what cameras do on the wire, what the device makes of it, and where`,
    'users have reported it (repository on GitHub and number of the thread).',
    '`server/test/camera/quirks.test.ts` runs each row against a camera that does exactly this: the camera',
    'is tried, added, watched, photographed, opened by the analysis program and measured again.',
    ...sections,
    '',
  ].join('\n')
}
