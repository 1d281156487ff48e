/** The live view of a camera. */
export default {
  open: '实时画面',
  title: (name: string) => `实时画面：${name}`,
  of: (name: string) => `${name} 的实时画面`,
  connecting: '正在连接摄像机…',
  live: '直播中',
  paused: '页面在后台，已暂停',
  interrupted: '画面中断，正在重试',
  lost: '与设备的连接断开，正在重连…',
  delay: (seconds: string) => `缓冲 ${seconds} 秒`,
  rate: '约每秒 1 张',
  retry: '立即重试',
  video: '重试视频',
  /** Why the view shows pictures instead of video. */
  because: {
    no_ffmpeg: '设备未安装 ffmpeg，暂以逐张图片显示。安装后重新打开即为流畅视频。',
    no_stream: '这台摄像机没有 RTSP 流地址，以逐张图片显示。',
    busy: '同时播放的视频已达上限，暂以逐张图片显示。',
    codec: '浏览器不支持这台摄像机的视频编码，改为逐张图片显示。',
    failed: '视频流打不开，改为逐张图片显示。',
    proxy:
      '设备前面的代理没有转发 WebSocket，改为逐张图片显示。' +
      '要看视频，请让代理转发 Upgrade 请求头（nginx：proxy_http_version 1.1；Apache：ProxyPass 加 upgrade=websocket）。',
  },
  none: {
    title: '无法显示实时画面',
    no_ffmpeg: '这台摄像机只有视频流，而设备未安装 ffmpeg。请安装 ffmpeg，或为摄像机填写抓拍地址。',
    no_stream: '这台摄像机既没有 RTSP 流地址，也没有抓拍地址。',
    busy: '同时播放的视频已达上限，请先关闭其他实时画面再试。',
    codec: '浏览器不支持这台摄像机的视频编码，也没有抓拍地址。请把摄像机改为 H.264。',
  },
}
