/** What the device noticed about a camera, and the video sources of a device with several. */
export default {
  from_stream: (why: string) => `画面取自视频流：${why}。`,
  stills: {
    no_address: '摄像机没有给出抓拍地址',
    not_http: '摄像机给出的抓拍地址不是 HTTP 地址',
    shared: '摄像机给几路画面报了同一个抓拍地址',
    small: '抓拍地址给出的画面不到视频流的一半宽，车牌看不清',
    redirected: '抓拍地址转到了其他主机，或转到的页面没有图片',
    http_error: '抓拍地址应答了错误',
    signin: '抓拍地址拒绝了用户名或密码',
    tls: '抓拍地址只接受 HTTPS，或其证书不被接受',
    no_answer: '抓拍地址没有应答',
    not_jpeg: '抓拍地址给出的不是完整的 JPEG 图片',
  },
  details_refused:
    '这个账号无权读取型号和序列号，画面不受影响，编号由地址生成。需要型号时，请在摄像机上给账号这项权限。',
  changed: '有变化',
  findings: {
    serial_shared: (name: string) =>
      `与摄像机“${name}”的序列号相同。有些品牌的摄像机共用一个序列号；如果是同一台换了地址，请修改那一台的地址。`,
    other_camera: () => '这个地址现在应答的是另一台设备：请核对地址。',
    moved: (address: string) => `这台摄像机现在的地址是 ${address}：请修改地址。`,
    source_gone: () => '设备不再列出这一路画面：请核对它的镜头或通道设置。',
    value_changed: (said: string, before: string, field: string) =>
      `摄像机现在报告的${field}是 ${said || '空'}，原来是 ${before || '空'}：核对无误后请批量更新。`,
    size_changed: (said: string, before: string) =>
      `画面大小从 ${before} 变成了 ${said}：可能换了镜头、通道或设置。请看画面；泊位框对不上时重新框选，再编辑摄像机，重新测试后保存。`,
  },
  sources: {
    title: (n: number) => `这台设备有 ${n} 路画面（镜头或通道），每一路是一台摄像机`,
    hint: '选择要添加的一路；其余各路可以随后用同样的地址添加。',
    known: '已添加',
    no_picture: '取不到画面',
    of: (name: string) => `${name} 的画面`,
  },
  streams: '修正视频流地址',
  streams_hint:
    '摄像机在路由器后面、报告的流地址不通时，在这里填写能连通的地址；留空则使用摄像机报告的地址。',
  source: '画面来源',
  serial: '设备序列号',
}
