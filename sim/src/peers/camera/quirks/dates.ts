/** Quirks of dates that are none, and of setting a clock. Long because every quirk is a row. */
import { Fault, find } from '../soap.ts'
import type { Wire } from '../wire.ts'
import { dateTime, shows } from './clock.ts'
import type { Quirk } from './quirk.ts'

const hour_ms = 3_600_000
const year_of_zero = 1900

/** Adds to the numbers of a date. */
const shifted = (text: string, part: string, by: number): string =>
  text.replace(
    new RegExp(`(<tt:${part}>)(\\d+)`),
    (_, tag: string, number: string) => `${tag}${+number + by}`,
  )

type Row = Pick<Quirk, 'id' | 'reports' | 'wire' | 'shown'>
const dated = (row: Row, date: (now_ms: number) => string, clock_offset_ms: number | null): Quirk => ({
  ...row,
  area: 'clock',
  peer: shows('CST-8', date),
  outcome: { report: { width: 1920, clock_offset_ms } },
})
const set = (row: Row, wire: Wire, clock_set: NonNullable<Quirk['outcome']['clock_set']>): Quirk => ({
  ...row,
  area: 'clock',
  peer: { clock_ms: 60_000, wire },
  outcome: { clock_set },
})
/** Sets its clock, and ends the connection so. */
const setBut = (end: (response: Parameters<NonNullable<Wire['send']>>[1]) => void): Wire => ({
  send: ({ status, headers, body }, response) => {
    if (String(body).includes('SetSystemDateAndTimeResponse')) end(response)
    else response.writeHead(status, headers).end(body)
  },
})
const is_set = { code: 0, data: { offset_ms: 0 } }

export const date_quirks: readonly Quirk[] = [
  dated(
    {
      id: 'months-from-zero',
      reports: ['home-assistant/core#134760', 'home-assistant/core#85208', 'home-assistant/core#136014'],
      wire: 'counts the months from 0',
      shown: 'counts them from 1 if its clock agrees so',
    },
    (now) => shifted(dateTime('UTCDateTime', now), 'Month', -1),
    0,
  ),
  dated(
    {
      id: 'years-from-1900',
      reports: ['home-assistant/core#134760', 'slydiman/ha_custom_onvif#5'],
      wire: 'counts the years from 1900 and the months from 0, as programs in C do',
      shown: 'counts as the camera does if its clock agrees so',
    },
    (now) => shifted(shifted(dateTime('UTCDateTime', now), 'Month', -1), 'Year', -year_of_zero),
    0,
  ),
  dated(
    {
      id: 'date-that-is-none',
      reports: ['slydiman/ha_custom_onvif#5', 'home-assistant/core#107797'],
      wire: 'names the month 13 and the minute 61',
      shown: 'signs in by the time of the device, and shows that the clock is unknown',
    },
    (now) =>
      dateTime('UTCDateTime', now)
        .replace(/Month>\d+/, 'Month>13')
        .replace(/Minute>\d+/, 'Minute>61'),
    null,
  ),
  dated(
    {
      id: 'thirty-first-of-february',
      reports: ['home-assistant/core#124086', 'edgexfoundry/device-onvif-camera#158'],
      wire: 'names 31 February',
      shown: 'signs in by the time of the device, and shows that the clock is unknown',
    },
    (now) =>
      dateTime('UTCDateTime', now)
        .replace(/Month>\d+/, 'Month>2')
        .replace(/Day>\d+/, 'Day>31'),
    null,
  ),
  dated(
    {
      id: 'universal-time-never-set',
      reports: ['agsh/onvif#65', 'fritz-smh/yi-hack#61'],
      wire: 'gives 1970 for the universal time, and the right local time',
      shown: 'goes by the local time',
    },
    (now) => dateTime('UTCDateTime', 0) + dateTime('LocalDateTime', now + 8 * hour_ms),
    0,
  ),
  set(
    {
      id: 'clock-accepted-and-not-set',
      reports: ['edgexfoundry/device-onvif-camera#27', 'sr99622/libonvif#98'],
      wire: 'accepts a new time, and goes on by its old one',
      shown: 'looks at the clock afterwards, and says that it was not set',
    },
    {
      answers: {
        SetSystemDateAndTime: (content, camera) => {
          camera.setClock(Date.now() + hour_ms)
          return content
        },
      },
    },
    { code: 7000, data: { reason: 'clock_not_applied' } },
  ),
  set(
    {
      id: 'clock-set-without-an-answer',
      reports: ['eyetowers/gonvif#6', 'home-assistant/core#26781'],
      wire: 'sets its clock, and answers with nothing',
      shown: 'looks at the clock afterwards: it was set',
    },
    setBut((response) => void response.writeHead(200).end()),
    is_set,
  ),
  set(
    {
      id: 'clock-set-and-closed',
      reports: ['agsh/onvif#22', 'home-assistant/core#26781'],
      wire: 'sets its clock, and closes the connection',
      shown: 'looks at the clock afterwards: it was set',
    },
    setBut((response) => void response.destroy()),
    is_set,
  ),
  set(
    {
      id: 'clock-set-hangs',
      reports: ['agsh/onvif#22', 'eyetowers/gonvif#6'],
      wire: 'never answers when its clock is set',
      shown: 'says that it gave no answer in time',
    },
    setBut(() => undefined),
    { code: 7000, data: {} },
  ),
  set(
    {
      id: 'own-zone-invalid',
      reports: ['home-assistant/core#89958', 'jazzyisj/home-assistant-config#44'],
      wire: 'refuses its own zone when its clock is set, by "Invalid data", and names no zone',
      shown: 'sets the clock without a zone',
    },
    {
      answers: {
        SetSystemDateAndTime: (content, _, request) => {
          if (find(request, 'TZ')) throw new Fault(400, 'Sender', ['ter:InvalidArgVal'], 'Invalid data')
          return content
        },
      },
    },
    is_set,
  ),
]
