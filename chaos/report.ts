/** The figures of a run, for the terminal and for docs/. */
import { of_commit } from '#scripts/lib/docs/at-commit.ts'
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
      `${acked} of ${events}, ${big_share} percent with a picture of ${big_bytes / 1000} ` +
        `kB, ${drawn_share} percent drawn on by the device (${final_state.drawn})`,
    ],
    [
      'time',
      `${took_s.toFixed(0)} s, ${(acked / took_s).toFixed(0)} events a second from report to ` +
        'platform, faults included',
    ],
    ['kill -9', `${done.kill} times, ${starts.good} starts, ${starts.failed} failed starts`],
    [
      'disk full',
      unfillable_reason ??
        `${done.fill} times; ${counts.busy} reports answered with busy, ${counts.no_room} ` +
          'pictures that did not fit into the spool folder',
    ],
    ['platform', `${done.platform} changes of behaviour; requests by fault: ${list(met.platform)}`],
    [
      'storage',
      storage ? `${done.storage} changes of behaviour; requests by fault: ${list(met.storage)}` : 'none set',
    ],
    ['deleted by an administrator', String(deleted)],
    ['connections of the application cut', String(counts.cuts)],
    ['reported again and recognised as duplicates', String(counts.duplicates)],
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
    ['evicted by the device to make room, after it was sent', String(final_state.evicted)],
  ]
}

export const summary = (figures: Figures): string =>
  rows(figures)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

export function page(figures: Figures): string {
  const { events, seed, rate } = figures.settings
  return `# Nothing is lost

Printed by \`npm run chaos -- --write\` when every check held; ${of_commit}. The real server runs as a
process of its own, with an analysis application at its socket that holds every event until it is
acknowledged, and with a platform over HTTP and an S3 storage that both fail; the device's disk is a small
file system that fills up. \`npm run chaos -- --events ${events} --seed ${seed} --rate ${rate}\` repeats
the run: the seed determines the events, their pictures, the faults and the kills, and all of these are
due by the number of acknowledged events. \`npm test\` has a shorter run.

Once a second, and after each crash: \`created = sum over statuses + deleted\`, and every acknowledged event
is in the database. At the end: the platform has every event, once after duplicates are dropped by uuid, and
none before an earlier one of its lot; every picture is readable where it is recorded, and its SHA-256
matches.

| | |
|---|---|
${rows(figures)
  .map(([name, value]) => `| ${name} | ${value.replaceAll('|', '\\|')} |`)
  .join('\n')}
`
}
