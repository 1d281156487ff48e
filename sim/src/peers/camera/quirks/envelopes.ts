/**
 * Quirks of the envelopes of SOAP: their charsets, versions, and what is around them.
 * Long because every quirk is a row.
 */
import type { Wire } from '../wire.ts'
import type { Quirk } from './quirk.ts'

const soap_type = 'application/soap+xml'

/** Sends each envelope as other bytes, and under another type. */
const sentAs =
  (type: string, bytesOf: (envelope: string) => string | Buffer): NonNullable<Wire['send']> =>
  ({ status, headers, body }, response) => {
    if (typeof body !== 'string') return void response.writeHead(status, headers).end(body)
    response.writeHead(status, { ...headers, 'content-type': type }).end(bytesOf(body))
  }

/** The bytes of a text that is ASCII besides one word, in the charset that its prolog names. */
const inCharset =
  (charset: string, word: string, bytes: string) =>
  (envelope: string): Buffer =>
    Buffer.from(
      envelope
        .replace('encoding="UTF-8"', `encoding='${charset}'`)
        .replaceAll(word, Buffer.from(bytes, 'hex').toString('latin1')),
      'latin1',
    )

const mime = (head: string, content: string): string =>
  `--part\r\n${head}\r\nContent-ID: <root>\r\n\r\n${content}\r\n--part--\r\n`
const mime_type = 'multipart/related; type="application/xop+xml"; start="<root>"; boundary=part'

type Row = Pick<Quirk, 'id' | 'reports' | 'wire' | 'shown'> & { model: string }
const sent = ({ model, ...row }: Row, send: NonNullable<Wire['send']>): Quirk => ({
  ...row,
  area: 'device',
  peer: { model, wire: { send } },
  outcome: { report: { model: `Streetlight ${model}`, width: 1920 } },
})

const by_its_bytes = 'reads the bytes as UTF-8, which they are'
const reads_it = 'reads the envelope'

type Asked = Row & { refuses: (content_type: string) => boolean; status: number }
/** Refuses requests under some content types, without any envelope. */
const asked = ({ model, refuses, status, ...row }: Asked): Quirk => ({
  ...row,
  area: 'device',
  peer: {
    model,
    wire: {
      http(request, response) {
        if (request.method !== 'POST' || !refuses(request.headers['content-type'] ?? '')) return false
        response.writeHead(status).end()
        return true
      },
    },
  },
  outcome: { report: { model: `Streetlight ${model}`, width: 1920 } },
})

export const envelope_quirks: readonly Quirk[] = [
  sent(
    {
      id: 'envelope-in-a-part',
      reports: ['cdavis-code/easy_onvif_workspace#59', 'hooklift/gowsdl#229'],
      wire: 'sends its answers as a part of MIME (MTOM), before a part that is no text',
      shown: reads_it,
      model: '東門街',
    },
    sentAs(mime_type, (envelope) =>
      Buffer.concat([
        Buffer.from(mime('Content-Type: application/xop+xml; charset=UTF-8', envelope).slice(0, -4)),
        Buffer.from('\r\nContent-Type: application/octet-stream\r\n\r\n'),
        Buffer.from([0, 1, 0xff, 0xfe, 0xd8, 0]),
        Buffer.from('\r\n--part--\r\n'),
      ]),
    ),
  ),
  sent(
    {
      id: 'envelope-in-an-encoded-part',
      reports: ['doedje/jquery.soap#92', 'dart-lang/http#449'],
      wire: 'sends its answers as a part of MIME in Base64',
      shown: 'decodes the part',
      model: '東門街',
    },
    sentAs(mime_type, (envelope) =>
      mime(
        'Content-Type: text/xml\r\nContent-Transfer-Encoding: base64',
        Buffer.from(envelope).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
      ),
    ),
  ),
  sent(
    {
      id: 'text-around-the-envelope',
      reports: ['home-assistant/core#92308', 'agsh/onvif#239'],
      wire: 'sends other text before and after its envelope',
      shown: reads_it,
      model: '東門街',
    },
    sentAs('text/html', (envelope) => `<br />\nWarning: no NTP & no time\n${envelope}<!-- 1 ms -->&\n<`),
  ),
  sent(
    {
      id: 'charset-of-two-bytes-that-is-none',
      reports: ['openvideolibs/python-onvif-zeep-async#163', 'BreeeZe/rpos#155'],
      wire: 'names UTF-16 in its head and its prolog, and sends UTF-8',
      shown: by_its_bytes,
      model: '東門街',
    },
    sentAs(`${soap_type}; charset=utf-16`, (envelope) => envelope.replace('UTF-8', 'UTF-16')),
  ),
  sent(
    {
      id: 'mark-of-two-bytes-that-is-none',
      reports: ['BreeeZe/rpos#155'],
      wire: 'puts the mark of UTF-16 before UTF-8',
      shown: by_its_bytes,
      model: '東門街',
    },
    sentAs(soap_type, (envelope) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(envelope)])),
  ),
  sent(
    {
      id: 'charset-of-the-west-over-utf-8',
      reports: ['openvideolibs/python-onvif-zeep-async#163'],
      wire: 'names ISO-8859-1 in its head, and sends UTF-8',
      shown: by_its_bytes,
      model: '東門街',
    },
    sentAs(`${soap_type}; charset=ISO-8859-1`, (envelope) => envelope),
  ),
  sent(
    {
      id: 'charset-of-the-mainland-over-utf-8',
      reports: ['648540858/wvp-GB28181-pro#903'],
      wire: 'names GB2312 in its head, and sends UTF-8',
      shown: by_its_bytes,
      model: '东门',
    },
    sentAs(`${soap_type}; charset='gb2312'`, (envelope) => envelope),
  ),
  sent(
    {
      id: 'charset-in-the-prolog-alone',
      reports: ['swwheihei/wvp-GB28181#10', '648540858/wvp-GB28181-pro#903'],
      wire: 'names Big5 in its prolog, and UTF-8 in its head',
      shown: 'reads the text by the prolog',
      model: '東門街',
    },
    sentAs(`${soap_type}; charset=utf-8`, inCharset('Big5', '東門街', 'aa46aaf9b5f3')),
  ),
  sent(
    {
      id: 'charset-of-the-mainland-in-the-prolog',
      reports: ['swwheihei/wvp-GB28181#10', '648540858/wvp-GB28181-pro#1320'],
      wire: 'names GB18030 in its prolog, and ISO-8859-1 in its head',
      shown: 'reads the text by the prolog',
      model: '东门街',
    },
    sentAs(`${soap_type}; charset=ISO-8859-1`, inCharset('GB18030', '东门街', 'b6abc3c5bdd6')),
  ),
  sent(
    {
      id: 'charset-in-single-quotes',
      reports: ['swwheihei/wvp-GB28181#10'],
      wire: 'names the charset of Windows for Taiwan in single quotes, and no charset in its prolog',
      shown: 'reads the text by the head',
      model: '東門街',
    },
    sentAs(`${soap_type}; charset='cp950'`, (envelope) =>
      inCharset('', '東門街', 'aa46aaf9b5f3')(envelope.replace(/<\?xml.*?\?>/, '')),
    ),
  ),
  sent(
    {
      id: 'two-bytes-for-each-sign',
      reports: ['648540858/wvp-GB28181-pro#1320'],
      wire: 'sends UTF-16 without a mark, and names UTF-8',
      shown: 'reads the text by its bytes',
      model: '東門街',
    },
    sentAs(`${soap_type}; charset=utf-8`, (envelope) => Buffer.from(envelope, 'utf16le')),
  ),
  sent(
    {
      id: 'envelope-of-the-first-version',
      reports: ['OpenIPC/viewer#65', 'opensensor/lightNVR#441'],
      wire: 'answers in SOAP 1.1 and without any prefix',
      shown: reads_it,
      model: '東門街',
    },
    sentAs('text/xml', (envelope) =>
      envelope
        .replaceAll(/<(\/?)\w+:(?=\w)/g, '<$1')
        .replaceAll('http://www.w3.org/2003/05/soap-envelope', 'http://schemas.xmlsoap.org/soap/envelope/'),
    ),
  ),
  asked({
    id: 'requests-without-an-action',
    reports: ['agsh/onvif#302'],
    wire: 'refuses requests whose content type has an action (HTTP 415)',
    shown: 'asks without it',
    model: 'NA',
    refuses: (type) => type.includes('action='),
    status: 415,
  }),
  asked({
    id: 'requests-of-the-first-version',
    reports: ['OpenIPC/viewer#65'],
    wire: 'answers requests of SOAP 1.1 alone, and any other one with HTTP 400',
    shown: 'asks in SOAP 1.1',
    model: 'S11',
    refuses: (type) => !type.startsWith('text/xml'),
    status: 400,
  }),
]
