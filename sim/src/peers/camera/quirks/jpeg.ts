/**
 * Quirks of pictures, and of films of pictures over HTTP (MJPEG). Long because every quirk is a row.
 */
import type { Quirk } from './quirk.ts'
import { noiseJpeg, withoutTables, withRestarts } from './odd-jpegs.ts'
import { film, type Parts } from './raw-answers.ts'

type Row = Pick<Quirk, 'id' | 'reports' | 'wire' | 'shown'>

/** A row about a picture that is taken from the picture address. */
const picture = (row: Row, change: (jpeg: Buffer) => Buffer | Promise<Buffer>): Quirk => ({
  ...row,
  area: 'jpeg',
  peer: { frame: async () => change(await noiseJpeg()) },
  outcome: { report: { stills: '', frame_url: '/snapshot.jpg' }, camera: { stills: '' } },
})
/** A row about a picture that is none: the stream is the second way. */
const refused = (row: Row, change: (jpeg: Buffer) => Buffer): Quirk => ({
  ...row,
  area: 'jpeg',
  peer: { frame: async () => change(await noiseJpeg()) },
  ffmpeg: true,
  outcome: { report: { stills: 'not_jpeg', frame_url: '/snapshot.jpg' }, camera: { stills: 'not_jpeg' } },
})
/** A row about a camera of which only the address of a film over HTTP is known. */
const stream = (row: Row, head: Parts, part: (jpeg: Buffer, number: number) => Parts): Quirk => ({
  ...row,
  area: 'jpeg',
  peer: { wire: film(head, part) },
  typed: ({ host, port }) => ({ stream_url_main: `http://${host}:${port}/film` }),
  outcome: { report: { codec: 'MJPEG', width: 640 } },
})

const as_sent = 'takes the picture as it was sent'
const [end_marker, zero] = [Buffer.from([0xff, 0xd9]), Buffer.alloc(1)]
const behind = (jpeg: Buffer, ...more: Buffer[]): Buffer => Buffer.concat([jpeg, ...more])
const type = (boundary: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;${boundary}\r\n\r\n`
const part_head = 'Content-Type: image/jpeg\r\n'
const length = (jpeg: Buffer) => `Content-Length: ${jpeg.length}\r\n\r\n`

export const jpeg_quirks: readonly Quirk[] = [
  picture(
    {
      id: 'block-of-the-maker-behind-the-end',
      reports: ['rroller/dahua#658', 'rroller/dahua#681'],
      wire: 'puts eight bytes of its own behind the end of its picture',
      shown: as_sent,
    },
    (jpeg) => behind(jpeg, Buffer.from('dhav\x59\x19\x01\0', 'latin1')),
  ),
  picture(
    {
      id: 'zeros-behind-the-end',
      reports: ['openmv/openmv#822', 'anima-research/agent-framework#143'],
      wire: 'fills up its picture by thousands of zeros',
      shown: as_sent,
    },
    (jpeg) => behind(jpeg, Buffer.alloc(5_000)),
  ),
  picture(
    {
      id: 'two-end-markers',
      reports: ['intel/libyami#832'],
      wire: 'ends its picture twice',
      shown: as_sent,
    },
    (jpeg) => behind(jpeg, end_marker),
  ),
  picture(
    {
      id: 'fill-bytes-before-the-end-marker',
      reports: ['image-rs/jpeg-decoder#147', 'nothings/stb#422'],
      wire: 'puts a stray byte and fill bytes before the end marker',
      shown: as_sent,
    },
    (jpeg) => behind(jpeg.subarray(0, -2), Buffer.from([0x7f, 0xff, 0xff, 0xff, 0xd9])),
  ),
  picture(
    {
      id: 'no-end-marker',
      reports: ['intel/libyami#801', 'ruffle-rs/ruffle#8820'],
      wire: 'leaves out the end marker of a whole picture',
      shown: 'decodes it, and adds the marker',
    },
    (jpeg) => jpeg.subarray(0, -2),
  ),
  picture(
    {
      id: 'no-huffman-tables',
      reports: ['AlexxIT/go2rtc#2439', 'image-rs/jpeg-decoder#76', 'etemesi254/zune-image#136'],
      wire: 'leaves out the Huffman tables, as webcams do',
      shown: 'takes the tables of the standard',
    },
    () => withoutTables(),
  ),
  picture(
    {
      id: 'restart-markers',
      reports: ['OpenIPC/smolrtsp#61', 'jpeg-js/jpeg-js#21'],
      wire: 'marks each row of blocks (restart markers)',
      shown: as_sent,
    },
    () => withRestarts(),
  ),
  picture(
    {
      id: 'progressive-picture',
      reports: ['OpenIPC/wiki#497'],
      wire: 'sends a progressive picture',
      shown: 'takes it once all of its scans are there',
    },
    () => noiseJpeg({ progressive: true }),
  ),
  picture(
    {
      id: 'colours-of-full-size',
      reports: ['raspberrypi/picamera2#242', 'bitbank2/JPEGDEC#106'],
      wire: 'sends its colours in full size (4:4:4)',
      shown: as_sent,
    },
    () => noiseJpeg({ chromaSubsampling: '4:4:4' }),
  ),
  picture(
    {
      id: 'line-before-the-picture',
      reports: ['TheSpaghettiDetective/OctoPrint-Obico#149', 'TheSpaghettiDetective/obico-server#533'],
      wire: 'puts an empty line before its picture',
      shown: 'begins where the picture begins',
    },
    (jpeg) => behind(Buffer.from('\r\n'), jpeg),
  ),
  refused(
    {
      id: 'end-marker-of-a-cut-picture',
      reports: ['brendan-duncan/image#230', 'haraldk/TwelveMonkeys#1054'],
      wire: 'loses the lower half of its picture, and puts the end marker behind the rest',
      shown: 'takes the pictures from the stream, and says why: no JPEG picture',
    },
    (jpeg) => behind(jpeg.subarray(0, Math.floor(jpeg.length / 2)), end_marker),
  ),
  stream(
    {
      id: 'boundary-with-its-dashes',
      reports: ['janakj/py-mjpeg#2', 'legege/node-mjpeg-proxy#5', 'scottlamb/multipart-stream-rs#2'],
      wire: 'writes the two dashes of its boundary into the head too',
      shown: 'goes by the pictures',
    },
    [type('boundary=--myboundary')],
    (jpeg) => ['--myboundary\r\n', part_head, length(jpeg), jpeg, '\r\n'],
  ),
  stream(
    {
      id: 'boundary-in-quotes',
      reports: ['OliverF/mjpeg-relay#30'],
      wire: 'puts its boundary in quotes',
      shown: 'goes by the pictures',
    },
    [type(' boundary="abc"')],
    (jpeg) => ['--abc\r\n', part_head, length(jpeg), jpeg, '\r\n'],
  ),
  stream(
    {
      id: 'no-first-boundary',
      reports: ['arendst/Tasmota#12376', 'yoursunny/esp32cam#67', 'espressif/arduino-esp32#3720'],
      wire: 'puts its boundary behind each picture, and none before the first',
      shown: 'goes by the pictures',
    },
    [type('boundary=e8b8c539')],
    (jpeg) => [part_head, length(jpeg), jpeg, '\r\n--e8b8c539\r\n'],
  ),
  stream(
    {
      id: 'boundary-twice',
      reports: ['AlexxIT/go2rtc#1258'],
      wire: 'writes each boundary twice',
      shown: 'goes by the pictures',
    },
    [type('boundary=ThisString')],
    (jpeg) => ['--ThisString\r\n--ThisString\r\n', part_head, length(jpeg), jpeg, '\r\n'],
  ),
  stream(
    {
      id: 'parts-without-a-length',
      reports: ['AlexxIT/go2rtc#1833', 'sarxos/webcam-capture#705', 'ArduPilot/MissionPlanner#3604'],
      wire: 'gives no length of its pictures',
      shown: 'finds their end',
    },
    [type('boundary=frame')],
    (jpeg) => ['--frame\r\n', part_head, '\r\n', jpeg, '\r\n'],
  ),
  stream(
    {
      id: 'parts-with-two-lengths',
      reports: ['TheSpaghettiDetective/OctoPrint-Obico#150'],
      wire: 'gives two lengths of each picture, of which one is wrong',
      shown: 'finds the end of the picture',
    },
    [type('boundary=frame')],
    (jpeg) => ['--frame\r\n', part_head, 'Content-Length: 12\r\n', length(jpeg), jpeg, '\r\n'],
  ),
  stream(
    {
      id: 'film-without-a-type',
      reports: ['ArduPilot/MissionPlanner#3604', 'ZoneMinder/zoneminder#692'],
      wire: 'names the type of a picture for its film',
      shown: 'goes by the pictures',
    },
    ['HTTP/1.0 200 OK\r\nContent-Type: image/jpeg;size=43000\r\n\r\n'],
    (jpeg) => ['--x\r\n', part_head, length(jpeg), jpeg, '\r\n'],
  ),
  stream(
    {
      id: 'film-in-chunks',
      reports: ['psanford/node-mjpeg-test-server#1', 'espressif/esp32-camera#146'],
      wire: 'sends its film in chunks that end within a picture',
      shown: 'puts the chunks together',
    },
    [type('boundary=x').replace(/\r\n$/, 'Transfer-Encoding: chunked\r\n\r\n')],
    (jpeg) => {
      const part = Buffer.concat([
        Buffer.from(`--x\r\n${part_head}${length(jpeg)}`),
        jpeg,
        Buffer.from('\r\n'),
      ])
      const cut = part.length - 700
      return [
        `${cut.toString(16).toUpperCase()}\r\n`,
        part.subarray(0, cut),
        `\r\n${(700).toString(16)};x=y\r\n`,
        part.subarray(cut),
        '\r\n',
      ]
    },
  ),
  stream(
    {
      id: 'film-whose-first-picture-is-cut',
      reports: ['sarxos/webcam-capture#269'],
      wire: 'begins its film within a picture',
      shown: 'takes the next whole one',
    },
    [type('boundary=frame')],
    (jpeg, number) => [
      '--frame\r\n',
      part_head,
      '\r\n',
      number === 0 ? jpeg.subarray(0, jpeg.length - 300) : jpeg,
      zero,
      '\r\n',
    ],
  ),
]
