/** The figures of a run, for the terminal and as a page of docs/. */
import type { Settings } from './settings.ts'
import type { FinalState } from './final-check.ts'
import { big_bytes } from './picture.ts'

export type Figures = {
  settings: Settings
  took_s: number
  acked: number
  deleted: number
  duplicates: number
  starts: { good: number; failed: number }
  done: Record<'kill' | 'fill' | 'delete' | 'resume' | 'repeat' | 'platform' | 'storage', number>
  samples: { taken: number; checked: number }
  counts: { duplicates: number; busy: number; no_room: number; cuts: number }
  met: { platform: ReadonlyMap<string, number>; storage: ReadonlyMap<string, number> }
  final_state: FinalState['figures']
}

const list = (met: ReadonlyMap<string, number>): string =>
  [...met]
    .toSorted(([, a], [, b]) => b - a)
    .map(([fault, n]) => `${fault} ${n}`)
    .join(', ') || 'none'

function rows({
  settings,
  took_s,
  acked,
  deleted,
  duplicates,
  starts,
  done,
  samples,
  counts,
  met,
  final_state,
}: Figures): [string, string][] {
  const { events, seed, unfillable_reason, big_share, drawn_share, storage } = settings
  return [
    ['seed', String(seed)],
    [
      'events acknowledged',
      `${acked} of ${events}, ${big_share} in a hundred with a picture of ${big_bytes / 1000} ` +
        `kB, ${drawn_share} in a hundred drawn on by the device (${final_state.drawn})`,
    ],
    [
      'time',
      `${took_s.toFixed(0)} s, ${(acked / took_s).toFixed(0)} events a second from report to ` +
        'platform, faults included',
    ],
    [
      'kill -9',
      `${done.kill} times, ${starts.good} starts, ${starts.failed} starts that had to be tried again`,
    ],
    [
      'disk full',
      unfillable_reason ??
        `${done.fill} times; ${counts.busy} reports answered with busy, ${counts.no_room} ` +
          'pictures that found no room in the spool folder',
    ],
    ['platform', `${done.platform} changes of weather; requests by fault: ${list(met.platform)}`],
    [
      'storage',
      storage ? `${done.storage} changes of weather; requests by fault: ${list(met.storage)}` : 'none set',
    ],
    ['deleted by an administrator', String(deleted)],
    ['connections of the application cut', String(counts.cuts)],
    ['reported again and known', String(counts.duplicates)],
    ['delivered more than once', `${duplicates}, each dropped by its uuid`],
    ['refused by the platform, resumed, and sent', String(final_state.refused_first)],
    [
      'samples of created = sum over statuses + deleted',
      `${samples.taken}, with ${samples.checked} look-ups of acknowledged events`,
    ],
    [
      'pictures read back',
      `${final_state.pictures} on the device, ${final_state.in_storage} in the storage by key, ` +
        `${final_state.in_bodies} in bodies; every hash right`,
    ],
    ['let go by the device to make room, after it had been sent', String(final_state.evicted)],
  ]
}

export const summary = (figures: Figures): string =>
  rows(figures)
    .map(([name, said]) => `${name}: ${said}`)
    .join('\n')

export function page(figures: Figures): string {
  const { events, seed, rate } = figures.settings
  return `# Nothing is lost

Printed by \`npm run chaos -- --write\` when everything held. The real server in a process of its own, an analysis application at its socket that keeps every event until it is acknowledged, a platform over HTTP
and an S3 storage, both with faults; the device's disk is a small file system that fills. \`npm run chaos -- --events ${events} --seed ${seed} --rate ${rate}\` does the same again: the events, their pictures, the weather and the kills come from the seed and are told
by how many events have been acknowledged. \`npm test\` has a shorter one.

Once a second, and after each crash: \`created = sum over statuses + deleted\`, and everything that has an acknowledgement is in the database. At the end: the platform has every event, once after duplicates are dropped by uuid,
none before an earlier one of its lot; every picture is readable where it was said to be, and its SHA-256 is right.

| | |
|---|---|
${rows(figures)
  .map(([name, said]) => `| ${name} | ${said.replaceAll('|', '\\|')} |`)
  .join('\n')}
`
}
