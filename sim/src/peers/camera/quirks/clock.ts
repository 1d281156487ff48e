/** Quirks of the clock. Long because every quirk is a row. */
import { Fault, find } from '../soap.ts'
import type { CameraContext } from '../camera-options.ts'
import { inOwnWords } from './device.ts'
import type { Quirk, QuirkPeer } from './quirk.ts'

const hour_ms = 3_600_000
const odd_rule = 'CET-1CEST,M3.5.0/2:3,M10.5.0/3:2'

/** A time as ONVIF writes it. */
export function dateTime(tag: string, time_ms: number): string {
  const time = new Date(time_ms)
  return (
    `<tt:${tag}><tt:Time><tt:Hour>${time.getUTCHours()}</tt:Hour><tt:Minute>${time.getUTCMinutes()}` +
    `</tt:Minute><tt:Second>${time.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>` +
    `${time.getUTCFullYear()}</tt:Year><tt:Month>${time.getUTCMonth() + 1}</tt:Month><tt:Day>` +
    `${time.getUTCDate()}</tt:Day></tt:Date></tt:${tag}>`
  )
}
/** What it answers to GetSystemDateAndTime, by its own clock. */
export const shows = (zone: string, times: (now_ms: number) => string): QuirkPeer => ({
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
  {
    id: 'local-time-of-1979',
    area: 'clock',
    reports: ['agsh/onvif#165'],
    wire: 'gives its local time alone, without a zone, and has never been set',
    shown: 'signs in by the time of the camera, and shows the difference',
    peer: {
      ...shows('', (now) => dateTime('LocalDateTime', now)),
      clock_ms: Date.UTC(1979, 10, 30) - Date.UTC(2026, 0),
    },
    outcome: { report: { clock_offset_ms: Date.UTC(1979, 10, 30) - Date.UTC(2026, 0) } },
  },
  {
    id: 'zone-without-an-offset',
    area: 'clock',
    reports: ['KoynovStas/onvif_srvd#24', 'roleoroleo/onvif_simple_server#52'],
    wire: 'names GMT as its zone, whatever it is, and its universal time alone',
    shown: 'compares the clock, and takes its pictures to show universal time',
    peer: shows('GMT', (now) => dateTime('UTCDateTime', now)),
    outcome: { report: { clock_offset_ms: 0, picture_clock_offset_ms: 0 } },
  },
  {
    id: 'zone-by-its-name',
    area: 'clock',
    reports: ['openmiko/openmiko#54'],
    wire: 'names its zone as "Asia/Tokyo", and its universal time alone',
    shown: 'knows the zone',
    peer: shows('Asia/Tokyo', (now) => dateTime('UTCDateTime', now)),
    outcome: { report: { clock_offset_ms: 0, picture_clock_offset_ms: 9 * hour_ms } },
  },
  {
    id: 'zone-with-a-turned-sign',
    area: 'clock',
    reports: ['s60sc/ESP32-CAM_MJPEG2SD#150'],
    wire: 'writes "GMT+08:00" for a zone that is ahead of universal time',
    shown: 'compares the clock, and claims nothing about the time in its pictures',
    peer: shows('GMT+08:00', (now) => dateTime('UTCDateTime', now)),
    outcome: { report: { clock_offset_ms: 0, picture_clock_offset_ms: null } },
  },
  {
    id: 'zone-with-a-turned-sign-and-local-time',
    area: 'clock',
    reports: ['s60sc/ESP32-CAM_MJPEG2SD#150', 'agsh/onvif#165'],
    wire: 'writes "UTC+8" for a zone that is ahead of universal time, and gives its local time alone',
    shown: 'takes the reading in which its clock is nearest to the own one',
    peer: shows('UTC+8', (now) => dateTime('LocalDateTime', now + 8 * hour_ms)),
    outcome: { report: { clock_offset_ms: 0, picture_clock_offset_ms: 8 * hour_ms } },
  },
  {
    id: 'summer-time-never-shown',
    area: 'clock',
    reports: ['roleoroleo/onvif_simple_server#52'],
    wire: 'never says that summer time has begun in its zone',
    shown: 'compares the clock, and claims nothing about the time in its pictures',
    peer: shows('CET-1CEST,M3.5.0,M10.5.0/3', (now) => dateTime('UTCDateTime', now)),
    outcome: { report: { clock_offset_ms: 0, picture_clock_offset_ms: null } },
  },
  {
    id: 'zone-with-an-odd-rule',
    area: 'clock',
    reports: ['home-assistant/core#95446'],
    wire: 'writes the rule of its summer time as "M3.5.0/2:3", and loses its zone if it is set without one',
    shown: 'reads the offset, and sends the rule back as it came when it sets the clock',
    peer: {
      clock_ms: 60_000,
      wire: {
        answers: {
          GetSystemDateAndTime: (content) =>
            content
              .replace('CST-8', odd_rule)
              .replace('Savings>false', 'Savings>true')
              .replace(/<tt:LocalDateTime>.*<\/tt:LocalDateTime>/s, ''),
          SetSystemDateAndTime: (content, _, request) => {
            if (find(request, 'TZ')?.text !== odd_rule || find(request, 'DaylightSavings')?.text !== 'true')
              throw new Fault(400, 'Sender', ['ter:InvalidArgVal'], 'The zone would be lost')
            return content
          },
        },
      },
    },
    outcome: {
      report: { clock_offset_ms: 60_000, picture_clock_offset_ms: 60_000 + 2 * hour_ms },
      clock_set: { code: 0, data: { offset_ms: 0 } },
    },
  },
  {
    id: 'own-zone-refused',
    area: 'clock',
    reports: ['home-assistant/core#90820'],
    wire: 'refuses the zone that it reports itself when its clock is set',
    shown: 'sets the clock without a zone',
    peer: {
      clock_ms: 60_000,
      wire: {
        answers: {
          SetSystemDateAndTime: (content, _, request) => {
            if (find(request, 'TZ'))
              throw new Fault(400, 'Sender', ['ter:InvalidArgVal', 'ter:InvalidTimeZone'], 'Invalid data')
            return content
          },
        },
      },
    },
    outcome: { clock_set: { code: 0, data: { offset_ms: 0 } } },
  },
]
