/** The live view of a camera. */
export default {
  open: '即時影像',
  title: (name: string) => `即時影像：${name}`,
  of: (name: string) => `${name} 的即時影像`,
  connecting: '正在連線到攝影機…',
  live: '直播中',
  paused: '頁面在背景，已暫停',
  interrupted: '畫面中斷，正在重試',
  lost: '與裝置的連線中斷，正在重新連線…',
  delay: (seconds: string) => `緩衝 ${seconds} 秒`,
  rate: '約每秒 1 張',
  retry: '立即重試',
  video: '重試影像串流',
  /** Why the view shows pictures instead of video. */
  because: {
    no_ffmpeg: '裝置未安裝 ffmpeg，暫以逐張圖片顯示。安裝後重新開啟即為流暢的即時影像。',
    no_stream: '這台攝影機沒有 RTSP 串流位址，以逐張圖片顯示。',
    busy: '同時播放的即時影像已達上限，暫以逐張圖片顯示。',
    codec: '瀏覽器不支援這台攝影機的影像編碼，改為逐張圖片顯示。',
    failed: '影像串流打不開，改為逐張圖片顯示。',
    proxy:
      '裝置前面的代理伺服器沒有轉送 WebSocket，改為逐張圖片顯示。' +
      '要看流暢的即時影像，請讓代理伺服器轉送 Upgrade 標頭（nginx：proxy_http_version 1.1；Apache：ProxyPass 加 upgrade=websocket）。',
  },
  none: {
    title: '無法顯示即時影像',
    no_ffmpeg: '這台攝影機只有影像串流，而裝置未安裝 ffmpeg。請安裝 ffmpeg，或為攝影機填寫擷圖位址。',
    no_stream: '這台攝影機既沒有 RTSP 串流位址，也沒有擷圖位址。',
    busy: '同時播放的即時影像已達上限，請先關閉其他即時影像再試。',
    codec: '瀏覽器不支援這台攝影機的影像編碼，也沒有擷圖位址。請將攝影機改為 H.264。',
  },
}
