/** Quirks of RTSP sessions: where they are signed in, how they are kept and end, and their packets. */
import { shortFilm, type Film } from '../../rtsp/film.ts'
import { stream } from './rtsp.ts'
import type { Quirk } from './quirk.ts'

/** The packet with these bytes behind its head of 12 bytes, and with these bits in its first one. */
const inserted = (packet: Buffer, bits: number, ...bytes: number[]): readonly Buffer[] => {
  const changed = Buffer.concat([packet.subarray(0, 12), Buffer.from(bytes), packet.subarray(12)])
  changed[0] = 0x80 | bits
  return [changed]
}
/** The parameter sets in one packet before each key picture (STAP-A: RFC 6184, 5.7.1). */
const aggregated: Film = {
  ...shortFilm,
  begin() {
    const { next } = shortFilm.begin()
    const sets = [shortFilm.sps, shortFilm.pps].map((set) => [Buffer.from([0, set.length]), set])
    const packet = Buffer.concat([Buffer.from([0x78]), ...sets.flat()])
    return {
      next() {
        const picture = next()
        return picture?.key ? { key: false, nals: [packet, ...picture.nals] } : picture
      },
    }
  },
}
/** A session whose time is a second, so that it is kept at once. */
const shortSession = (answer: string): string => answer.replace('timeout=60', 'timeout=1')

const decodes_it = 'decodes the pictures'

export const rtsp_session_quirks: readonly Quirk[] = [
  stream({
    id: 'sign-in-at-the-setup',
    reports: ['google/ExoPlayer#9800'],
    wire: 'describes its stream without a sign-in, and asks for it at SETUP',
    shown: 'signs in there',
    rtsp: { treat: (method) => (['SETUP', 'PLAY'].includes(method) ? undefined : 'unsigned') },
  }),
  stream({
    id: 'keeping-ends-the-session',
    reports: ['ngraziano/SharpRTSP#63'],
    wire: 'offers GET_PARAMETER, and closes the connection when a session is kept by it',
    shown: 'keeps the next session by OPTIONS',
    rtsp: { treat: (method) => (method === 'GET_PARAMETER' ? 'close' : undefined) },
  }),
  stream({
    id: 'keeping-is-not-answered',
    reports: ['ZLMediaKit/ZLMediaKit#642', 'ngraziano/SharpRTSP#63'],
    wire: 'offers GET_PARAMETER, and never answers it',
    shown: 'goes by the frames that come',
    rtsp: {
      treat: (method) => (method === 'GET_PARAMETER' ? 'silence' : undefined),
      change: shortSession,
    },
  }),
  stream({
    id: 'packets-with-an-extension',
    reports: ['androidx/media#1225', 'AxisCommunications/media-stream-library-js#106'],
    wire: 'puts the extension of ONVIF into the head of each packet',
    shown: decodes_it,
    rtsp: {
      packets: (packet) => inserted(packet, 0x10, 0xab, 0xac, 0, 3, ...Array.from({ length: 12 }, () => 7)),
    },
  }),
  stream({
    id: 'packets-with-padding',
    reports: ['sipsorcery-org/sipsorcery#608'],
    wire: 'fills each packet up by four bytes',
    shown: decodes_it,
    rtsp: {
      packets: (packet) => {
        const filled = Buffer.concat([packet, Buffer.from([0, 0, 0, 4])])
        filled[0] = 0xa0
        return [filled]
      },
    },
  }),
  stream({
    id: 'parameter-sets-in-one-packet',
    reports: ['ngraziano/SharpRTSP#6'],
    wire: 'sends both parameter sets in one packet (STAP-A)',
    shown: decodes_it,
    rtsp: { film: aggregated },
  }),
  stream({
    id: 'mark-on-each-packet',
    reports: ['scottlamb/retina#13'],
    wire: 'marks each packet as the last one of its picture, those of the parameter sets too',
    shown: decodes_it,
    rtsp: {
      packets: (packet) => {
        const marked = Buffer.from(packet)
        marked[1]! |= 0x80
        return [marked]
      },
    },
  }),
]
