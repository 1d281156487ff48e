/** ONVIF media service (ver10/media): a main and a sub stream of one video source. */
import { main_stream, sub_stream, type CameraContext } from './camera-options.ts'
import type { Service } from './device-service.ts'
import { find, invalidArgument, type Element } from './soap.ts'

export type Stream = typeof main_stream
export const streams: readonly Stream[] = [main_stream, sub_stream]

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

const source = (tag: string): string =>
  `<${tag} token="src"><tt:Name>VideoSource</tt:Name><tt:UseCount>2</tt:UseCount><tt:SourceToken>` +
  `video</tt:SourceToken><tt:Bounds x="0" y="0" width="1920" height="1080"/></${tag}>`

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
export function streamOf(request: Element): Stream {
  const token = find(request, 'ProfileToken')?.text
  const stream = streams.find((one) => one.token === token)
  if (!stream) throw invalidArgument('NoProfile', 'The requested profile token does not exist')
  return stream
}

/** Both profiles show the same short film (peers/rtsp), unless an external stream is set. */
export const streamAddress = ({ options, host, rtsp_port }: CameraContext, stream: Stream): string =>
  options.stream ?? `rtsp://${host}:${rtsp_port()}/${stream.token}`

const audio_profile =
  '<trt:Profiles token="sub" fixed="true"><tt:Name>Audio</tt:Name>' +
  '<tt:AudioSourceConfiguration token="mic"><tt:Name>Microphone</tt:Name><tt:UseCount>1</tt:UseCount>' +
  '<tt:SourceToken>microphone</tt:SourceToken></tt:AudioSourceConfiguration></trt:Profiles>'

/** The actions of the media service. */
export function mediaService(context: CameraContext): Service {
  const { options, host, port } = context
  const profile = (stream: Stream, tag: string): string =>
    `<${tag} token="${stream.token}" fixed="true"><tt:Name>${stream.name}</tt:Name>` +
    source('tt:VideoSourceConfiguration') +
    encoder(stream, 'tt:VideoEncoderConfiguration') +
    (options.ptz ? ptzConfiguration('tt:PTZConfiguration') : '') +
    `</${tag}>`
  const uri = (address: string): string =>
    `<trt:MediaUri><tt:Uri>${address}</tt:Uri><tt:InvalidAfterConnect>` +
    'false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>false</tt:InvalidAfterReboot>' +
    '<tt:Timeout>PT0S</tt:Timeout></trt:MediaUri>'
  return {
    GetProfiles: () => {
      const [main, sub] = streams.map((stream) => profile(stream, 'trt:Profiles'))
      return [main, options.second_profile === 'audio' ? audio_profile : sub].join('')
    },
    GetProfile: (request) => profile(streamOf(request), 'trt:Profile'),
    GetVideoSources: () =>
      '<trt:VideoSources token="video"><tt:Framerate>25</tt:Framerate><tt:Resolution><tt:Width>' +
      '1920</tt:Width><tt:Height>1080</tt:Height></tt:Resolution></trt:VideoSources>',
    GetVideoSourceConfigurations: () => source('trt:Configurations'),
    GetVideoEncoderConfigurations: () =>
      streams.map((stream) => encoder(stream, 'trt:Configurations')).join(''),
    GetVideoEncoderConfiguration: (request) => {
      const token = find(request, 'ConfigurationToken')?.text
      const stream = streams.find((one) => `enc_${one.token}` === token)
      if (!stream) throw invalidArgument('NoConfig', 'The requested configuration does not exist')
      return encoder(stream, 'trt:Configuration')
    },
    GetStreamUri: (request) => uri(streamAddress(context, streamOf(request))),
    GetSnapshotUri: (request) => {
      streamOf(request)
      return uri(`http://${host}:${port()}/snapshot.jpg`)
    },
    GetServiceCapabilities: () =>
      '<trt:Capabilities SnapshotUri="true" Rotation="false" VideoSourceMode="false" OSD="false">' +
      '<trt:ProfileCapabilities MaximumNumberOfProfiles="2"/><trt:StreamingCapabilities ' +
      'RTPMulticast="false" RTP_TCP="true" RTP_RTSP_TCP="true"/></trt:Capabilities>',
  }
}
