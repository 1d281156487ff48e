/** What the device noticed about a camera, and the video sources of a device with several. */
export default {
  from_stream: (why: string) => `畫面取自影像串流：${why}。`,
  stills: {
    no_address: '攝影機沒有給出擷圖位址',
    not_http: '攝影機給出的擷圖位址不是 HTTP 位址',
    shared: '攝影機給幾路畫面報了同一個擷圖位址',
    small: '擷圖位址給出的畫面不到影像串流的一半寬，車牌看不清',
    redirected: '擷圖位址轉到了其他主機，或轉到的頁面沒有圖片',
    http_error: '擷圖位址回應了錯誤',
    signin: '擷圖位址拒絕了使用者名稱或密碼',
    tls: '擷圖位址只接受 HTTPS，或其憑證不被接受',
    no_answer: '擷圖位址沒有回應',
    not_jpeg: '擷圖位址給出的不是完整的 JPEG 圖片',
  },
  details_refused:
    '這個帳號無權讀取型號和序號，畫面不受影響，編號由位址產生。需要型號時，請在攝影機上給帳號這項權限。',
  changed: '有變化',
  findings: {
    serial_shared: (name: string) =>
      `與攝影機「${name}」的序號相同。有些品牌的攝影機共用一個序號；如果是同一台換了位址，請修改那一台的位址。`,
    other_camera: () => '這個位址現在回應的是另一台裝置：請核對位址。',
    moved: (address: string) => `這台攝影機現在的位址是 ${address}：請修改位址。`,
    source_gone: () => '裝置不再列出這一路畫面：請核對它的鏡頭或頻道設定。',
    value_changed: (said: string, before: string, field: string) =>
      `攝影機現在回報的${field}是 ${said || '空'}，原來是 ${before || '空'}：核對無誤後請批次更新。`,
    size_changed: (said: string, before: string) =>
      `畫面大小從 ${before} 變成了 ${said}：可能換了鏡頭、頻道或設定。請看畫面；車格對不上時重新框選，再編輯攝影機，重新測試後儲存。`,
  },
  sources: {
    title: (n: number) => `這台裝置有 ${n} 路畫面（鏡頭或頻道），每一路是一台攝影機`,
    hint: '選擇要新增的一路；其餘各路可以隨後用同樣的位址新增。',
    known: '已新增',
    no_picture: '取不到畫面',
    of: (name: string) => `${name} 的畫面`,
  },
  streams: '修正影像串流位址',
  streams_hint:
    '攝影機在路由器後面、回報的串流位址不通時，在這裡填寫能連通的位址；留空則使用攝影機回報的位址。',
  source: '畫面來源',
  serial: '裝置序號',
}
