/** ONVIF Media2 service (ver20/media), which supports H.265: the same streams in its own format. */
import { streamsOf, type CameraContext, type Stream } from './camera-options.ts'
import type { Service } from './device-service.ts'
import {
  isTurned,
  pictureAddress,
  ptzConfiguration,
  sourceConfiguration,
  streamAddress,
  streamOf,
} from './media-service.ts'

/** The actions of the Media2 service. */
export function media2Service(context: CameraContext): Service {
  const { options } = context
  /** Read again for each request: a test may change the sources. */
  const streams = () => streamsOf(options)
  const encoder = (stream: Stream, tag: string): string =>
    `<${tag} token="enc_${stream.token}" GovLength="50" Profile="Main"><tt:Name>` +
    `${stream.name}</tt:Name><tt:UseCount>1</tt:UseCount><tt:Encoding>` +
    `${options.encoding ?? 'H264'}</tt:Encoding>` +
    `<tt:Resolution><tt:Width>${stream.width}</tt:Width><tt:Height>${stream.height}</tt:Height>` +
    '</tt:Resolution>' +
    `<tt:RateControl ConstantBitRate="true"><tt:FrameRateLimit>${stream.fps}</tt:FrameRateLimit>` +
    `<tt:BitrateLimit>${stream.bitrate}</tt:BitrateLimit></tt:RateControl><tt:Quality>` +
    `5</tt:Quality></${tag}>`
  return {
    GetProfiles: (request) => {
      // Without a type the answer has only the token and name of each profile.
      const types = request.children.filter((child) => child.name === 'Type').map((child) => child.text)
      const wants = (type: string): boolean => types.includes('All') || types.includes(type)
      const configurations = (stream: Stream): string =>
        types.length === 0
          ? ''
          : '<tr2:Configurations>' +
            (wants('VideoSource') ? sourceConfiguration(context, stream.source, 'tr2:VideoSource') : '') +
            (wants('VideoEncoder') ? encoder(stream, 'tr2:VideoEncoder') : '') +
            (wants('PTZ') && isTurned(context, stream) ? ptzConfiguration('tr2:PTZ') : '') +
            '</tr2:Configurations>'
      return streams()
        .map(
          (stream) =>
            `<tr2:Profiles token="${stream.token}" fixed="true"><tr2:Name>` +
            `${stream.name}</tr2:Name>${configurations(stream)}</tr2:Profiles>`,
        )
        .join('')
    },
    GetVideoEncoderConfigurations: () =>
      streams()
        .map((stream) => encoder(stream, 'tr2:Configurations'))
        .join(''),
    GetStreamUri: (request) => `<tr2:Uri>${streamAddress(context, streamOf(context, request))}</tr2:Uri>`,
    GetSnapshotUri: (request) => `<tr2:Uri>${pictureAddress(context, streamOf(context, request))}</tr2:Uri>`,
    GetServiceCapabilities: () =>
      '<tr2:Capabilities SnapshotUri="true"><tr2:ProfileCapabilities MaximumNumberOfProfiles="2" ' +
      'ConfigurationsSupported="VideoSource VideoEncoder PTZ"/><tr2:StreamingCapabilities ' +
      'RTSPStreaming="true" RTPMulticast="false" RTP_RTSP_TCP="true"/></tr2:Capabilities>',
  }
}
