/** ONVIF media service (ver10/media): a main and a sub stream of each video source. */
import { sourcesOf, streamsOf, type CameraContext, type Stream, type VideoSource } from './camera-options.ts'
import type { Service } from './device-service.ts'
import { escapeXml, find, invalidArgument, type Element } from './soap.ts'

const encoder = (stream: Stream, tag: string): string =>
  `<${tag} token="enc_${stream.token}"><tt:Name>${stream.name}</tt:Name><tt:UseCount>` +
  '1</tt:UseCount><tt:Encoding>H264</tt:Encoding>' +
  `<tt:Resolution><tt:Width>${stream.width}</tt:Width><tt:Height>${stream.height}</tt:Height>` +
  '</tt:Resolution><tt:Quality>5</tt:Quality>' +
  `<tt:RateControl><tt:FrameRateLimit>${stream.fps}</tt:FrameRateLimit><tt:EncodingInterval>` +
  `1</tt:EncodingInterval><tt:BitrateLimit>${stream.bitrate}</tt:BitrateLimit></tt:RateControl>` +
  `<tt:H264><tt:GovLength>50</tt:GovLength><tt:H264Profile>Main</tt:H264Profile></tt:H264>` +
  '<tt:Multicast><tt:Address><tt:Type>IPv4</tt:Type><tt:IPv4Address>0.0.0.0</tt:IPv4Address>' +
  '</tt:Address><tt:Port>0</tt:Port><tt:TTL>1</tt:TTL><tt:AutoStart>false</tt:AutoStart>' +
  `</tt:Multicast><tt:SessionTimeout>PT60S</tt:SessionTimeout></${tag}>`

/** The configuration of a source: `src` of the first, `src2` of the second. */
export function sourceConfiguration(context: CameraContext, source: string, tag: string): string {
  const sources = sourcesOf(context.options)
  const at = sources.findIndex(({ token }) => token === source)
  const { name, main } = sources[at] as VideoSource
  return (
    `<${tag} token="src${at === 0 ? '' : at + 1}"><tt:Name>${escapeXml(name)}</tt:Name><tt:UseCount>2` +
    `</tt:UseCount><tt:SourceToken>${escapeXml(source)}</tt:SourceToken>` +
    `<tt:Bounds x="0" y="0" width="${main.width}" height="${main.height}"/></${tag}>`
  )
}

/** Whether a motor turns what this stream shows. */
export const isTurned = ({ options }: CameraContext, { source }: Stream): boolean =>
  options.ptz === true && source === sourcesOf(options)[0]?.token

export const ptzConfiguration = (tag: string): string =>
  `<${tag} token="ptz"><tt:Name>PTZ</tt:Name><tt:UseCount>2</tt:UseCount><tt:NodeToken>node</tt:NodeToken>` +
  '<tt:DefaultContinuousPanTiltVelocitySpace>' +
  'http://www.onvif.org/ver10/tptz/PanTiltSpaces/VelocityGenericSpace' +
  '</tt:DefaultContinuousPanTiltVelocitySpace>' +
  '<tt:DefaultContinuousZoomVelocitySpace>' +
  'http://www.onvif.org/ver10/tptz/ZoomSpaces/VelocityGenericSpace' +
  '</tt:DefaultContinuousZoomVelocitySpace>' +
  `<tt:DefaultPTZTimeout>PT5S</tt:DefaultPTZTimeout></${tag}>`

/** The stream of the requested profile. */
export function streamOf({ options }: CameraContext, request: Element): Stream {
  const token = find(request, 'ProfileToken')?.text
  const stream = streamsOf(options).find((one) => one.token === token)
  if (!stream) throw invalidArgument('NoProfile', 'The requested profile token does not exist')
  return stream
}

/** All profiles show the same short film (peers/rtsp), unless an external stream is set. */
export const streamAddress = ({ options, host, rtsp_port }: CameraContext, stream: Stream): string =>
  options.stream ?? `rtsp://${host}:${rtsp_port()}/${stream.token}`

export const pictureAddress = ({ options, host, port }: CameraContext, { source }: Stream): string =>
  `http://${host}:${port()}/snapshot.jpg` +
  (source === sourcesOf(options)[0]?.token ? '' : `?source=${encodeURIComponent(source)}`)

const audio_profile =
  '<trt:Profiles token="sub" fixed="true"><tt:Name>Audio</tt:Name>' +
  '<tt:AudioSourceConfiguration token="mic"><tt:Name>Microphone</tt:Name><tt:UseCount>1</tt:UseCount>' +
  '<tt:SourceToken>microphone</tt:SourceToken></tt:AudioSourceConfiguration></trt:Profiles>'

/** The actions of the media service. */
export function mediaService(context: CameraContext): Service {
  const { options } = context
  /** Read again for each request: a test may change the sources. */
  const streams = () => streamsOf(options)
  const profile = (stream: Stream, tag: string): string =>
    `<${tag} token="${stream.token}" fixed="true"><tt:Name>${stream.name}</tt:Name>` +
    sourceConfiguration(context, stream.source, 'tt:VideoSourceConfiguration') +
    encoder(stream, 'tt:VideoEncoderConfiguration') +
    (isTurned(context, stream) ? ptzConfiguration('tt:PTZConfiguration') : '') +
    `</${tag}>`
  const uri = (address: string): string =>
    `<trt:MediaUri><tt:Uri>${address}</tt:Uri><tt:InvalidAfterConnect>` +
    'false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot>' +
    '<tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>'
  return {
    GetProfiles: () => {
      const [main, ...others] = streams().map((stream) => profile(stream, 'trt:Profiles'))
      return [main, ...(options.second_profile === 'audio' ? [audio_profile] : others)].join('')
    },
    GetProfile: (request) => profile(streamOf(context, request), 'trt:Profile'),
    GetVideoSources: () =>
      sourcesOf(options)
        .map(
          ({ token, main }) =>
            `<trt:VideoSources token="${escapeXml(token)}"><tt:Framerate>25</tt:Framerate><tt:Resolution>` +
            `<tt:Width>${main.width}</tt:Width><tt:Height>${main.height}</tt:Height></tt:Resolution>` +
            '</trt:VideoSources>',
        )
        .join(''),
    GetVideoSourceConfigurations: () =>
      sourcesOf(options)
        .map(({ token }) => sourceConfiguration(context, token, 'trt:Configurations'))
        .join(''),
    GetVideoEncoderConfigurations: () =>
      streams()
        .map((stream) => encoder(stream, 'trt:Configurations'))
        .join(''),
    GetVideoEncoderConfiguration: (request) => {
      const token = find(request, 'ConfigurationToken')?.text
      const stream = streams().find((one) => `enc_${one.token}` === token)
      if (!stream) throw invalidArgument('NoConfig', 'The requested configuration does not exist')
      return encoder(stream, 'trt:Configuration')
    },
    GetStreamUri: (request) => uri(streamAddress(context, streamOf(context, request))),
    GetSnapshotUri: (request) => uri(pictureAddress(context, streamOf(context, request))),
    GetServiceCapabilities: () =>
      '<trt:Capabilities SnapshotUri="true" Rotation="false" VideoSourceMode="false" OSD="false">' +
      '<trt:ProfileCapabilities MaximumNumberOfProfiles="2"/><trt:StreamingCapabilities ' +
      'RTPMulticast="false" RTP_TCP="true" RTP_RTSP_TCP="true"/></trt:Capabilities>',
  }
}
