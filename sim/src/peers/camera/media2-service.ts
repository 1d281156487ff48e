/** ONVIF Media2 service (ver20/media), which supports H.265: the same two streams in its own format. */
import type { CameraContext } from './camera-options.ts'
import type { Service } from './device-service.ts'
import { ptzConfiguration, streamAddress, streamOf, streams, type Stream } from './media-service.ts'

/** The actions of the Media2 service. */
export function media2Service(context: CameraContext): Service {
  const { options, host, port } = context
  const encoder = (stream: Stream, tag: string): string =>
    `<${tag} token="enc_${stream.token}" GovLength="50" Profile="Main"><tt:Name>` +
    `${stream.name}</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>` +
    `${options.encoding ?? 'H264'}</tt:Encoding>` +
    `<tt:Resolution><tt:Width>${stream.width}</tt:Width><tt:Height>${stream.height}</tt:Height>` +
    '</tt:Resolution>' +
    `<tt:RateControl ConstantBitRate="true"><tt:FrameRateLimit>${stream.fps}</tt:FrameRateLimit>` +
    `<tt:BitrateLimit>${stream.bitrate}</tt:BitrateLimit></tt:RateControl><tt:Quality>` +
    `5</tt:Quality></${tag}>`
  const source =
    '<tr2:VideoSource token="src"><tt:Name>VideoSource</tt:Name><tt:UseCount>2</tt:UseCount>' +
    '<tt:SourceToken>video</tt:SourceToken><tt:Bounds x="0" y="0" width="1920" height="1080"/>' +
    '</tr2:VideoSource>'
  return {
    GetProfiles: (request) => {
      // Without a type the answer has only the token and name of each profile.
      const types = request.children.filter((child) => child.name === 'Type').map((child) => child.text)
      const wants = (type: string): boolean => types.includes('All') || types.includes(type)
      const configurations = (stream: Stream): string =>
        types.length === 0
          ? ''
          : '<tr2:Configurations>' +
            (wants('VideoSource') ? source : '') +
            (wants('VideoEncoder') ? encoder(stream, 'tr2:VideoEncoder') : '') +
            (wants('PTZ') && options.ptz ? ptzConfiguration('tr2:PTZ') : '') +
            '</tr2:Configurations>'
      return streams
        .map(
          (stream) =>
            `<tr2:Profiles token="${stream.token}" fixed="true"><tr2:Name>` +
            `${stream.name}</tr2:Name>${configurations(stream)}</tr2:Profiles>`,
        )
        .join('')
    },
    GetVideoEncoderConfigurations: () =>
      streams.map((stream) => encoder(stream, 'tr2:Configurations')).join(''),
    GetStreamUri: (request) => `<tr2:Uri>${streamAddress(context, streamOf(request))}</tr2:Uri>`,
    GetSnapshotUri: (request) => {
      streamOf(request)
      return `<tr2:Uri>http://${host}:${port()}/snapshot.jpg</tr2:Uri>`
    },
    GetServiceCapabilities: () =>
      '<tr2:Capabilities SnapshotUri="true"><tr2:ProfileCapabilities MaximumNumberOfProfiles="2" ' +
      'ConfigurationsSupported="VideoSource VideoEncoder PTZ"/><tr2:StreamingCapabilities ' +
      'RTSPStreaming="true" RTPMulticast="false" RTP_RTSP_TCP="true"/></tr2:Capabilities>',
  }
}
