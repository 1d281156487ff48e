/** Quirks of the clock. */
import type { CameraContext } from '../camera-options.ts'
import { inOwnWords } from './device.ts'
import type { Quirk, QuirkPeer } from './quirk.ts'

const hour_ms = 3_600_000

/** A time as ONVIF writes it. */
function dateTime(tag: string, time_ms: number): string {
  const time = new Date(time_ms)
  return (
    `<tt:${tag}><tt:Time><tt:Hour>${time.getUTCHours()}</tt:Hour><tt:Minute>${time.getUTCMinutes()}` +
    `</tt:Minute><tt:Second>${time.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>` +
    `${time.getUTCFullYear()}</tt:Year><tt:Month>${time.getUTCMonth() + 1}</tt:Month><tt:Day>` +
    `${time.getUTCDate()}</tt:Day></tt:Date></tt:${tag}>`
  )
}
/** What it answers to GetSystemDateAndTime, by its own clock. */
const shows = (zone: string, times: (now_ms: number) => string): QuirkPeer => ({
  wire: {
    answers: {
      GetSystemDateAndTime: (_: string, { clock }: CameraContext) =>
        '<tds:SystemDateAndTime><tt:DateTimeType>Manual</tt:DateTimeType><tt:DaylightSavings>false' +
        `</tt:DaylightSavings>${zone && `<tt:TimeZone><tt:TZ>${zone}</tt:TZ></tt:TimeZone>`}` +
        `${times(clock())}</tds:SystemDateAndTime>`,
    },
  },
})

export const clock_quirks: readonly Quirk[] = [
  {
    id: 'clock-behind-by-years',
    area: 'clock',
    reports: ['home-assistant/core#36125'],
    wire: 'has lost its clock, and is years behind',
    shown: 'signs in by the time of the camera, and shows the difference',
    peer: { clock_ms: -400 * 24 * hour_ms },
    outcome: { report: { clock_offset_ms: -400 * 24 * hour_ms } },
  },
  {
    id: 'local-time-for-utc',
    area: 'clock',
    reports: ['OpenIPC/majestic-webui#292', 'home-assistant/core#36125'],
    wire: 'gives its local time for the universal time, and checks the sign-in by the right one',
    shown: 'signs in by the time of the device, and shows the difference',
    peer: shows('CST-8', (now) => dateTime('UTCDateTime', now + 8 * hour_ms)),
    outcome: { report: { clock_offset_ms: 8 * hour_ms } },
  },
  {
    id: 'time-check-in-its-own-words',
    area: 'clock',
    reports: ['agsh/onvif#249', 'koush/scrypted#1142'],
    wire: 'gives its local time for the universal time, and refuses by "Wsse authorized time check failed"',
    shown: 'signs in by the time of the device',
    peer: {
      wire: {
        ...shows('CST-8', (now) => dateTime('UTCDateTime', now + 8 * hour_ms)).wire,
        send: inOwnWords('Wsse authorized time check failed.'),
      },
    },
    outcome: { report: { clock_offset_ms: 8 * hour_ms } },
  },
  {
    id: 'universal-time-an-hour-off',
    area: 'clock',
    reports: ['home-assistant/core#36125'],
    wire: 'gives a universal time that is an hour off in summer, and checks the sign-in by the right one',
    shown: 'signs in by the time of the device, and shows the difference',
    peer: shows('CET-1CEST', (now) => dateTime('UTCDateTime', now - hour_ms)),
    outcome: { report: { clock_offset_ms: -hour_ms } },
  },
  {
    id: 'local-time-alone',
    area: 'clock',
    reports: ['agsh/onvif#165'],
    wire: 'gives its local time and its zone, and no universal time',
    shown: 'calculates the universal time by the zone',
    peer: shows('CST-8', (now) => dateTime('LocalDateTime', now + 8 * hour_ms)),
    outcome: { report: { clock_offset_ms: 0 } },
  },
  {
    id: 'local-time-without-a-zone',
    area: 'clock',
    reports: ['agsh/onvif#165'],
    wire: 'gives its local time alone, without a zone',
    shown: 'takes the zone in which its clock is nearest to the own one',
    peer: shows('', (now) => dateTime('LocalDateTime', now + 8 * hour_ms)),
    outcome: { report: { clock_offset_ms: 0 } },
  },
  {
    id: 'picture-clock-in-another-zone',
    area: 'clock',
    reports: ['home-assistant/core#36125'],
    wire: 'has the right universal time, and another zone than the device',
    shown: 'says that the clock agrees, and that the time in its pictures does not',
    peer: shows(
      'AEST-10',
      (now) => dateTime('UTCDateTime', now) + dateTime('LocalDateTime', now + 10 * hour_ms),
    ),
    outcome: { report: { clock_offset_ms: 0, picture_clock_offset_ms: 10 * hour_ms } },
  },
  {
    id: 'clock-after-sign-in',
    area: 'clock',
    reports: ['BigTonyTones/Tonys-Onvf-RTSP-Server#32'],
    wire: 'shows its clock only after a sign-in',
    shown: 'signs in for the clock',
    peer: { fault: 'signed_clock' },
    outcome: { report: { width: 1920 } },
  },
  {
    id: 'clock-hidden',
    area: 'clock',
    reports: ['agsh/onvif#165'],
    wire: 'never shows its clock',
    shown: 'signs in by the time of the device, and shows that the clock is unknown',
    peer: { fault: 'hidden_clock' },
    outcome: { report: { clock_offset_ms: null } },
  },
]
