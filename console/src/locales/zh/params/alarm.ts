/** The alarm tab (spec §3 `alarm_param`), and the alarms that the device raises. */
import kinds from './alarm-kinds.ts'

export default {
  mail: '邮件',
  failed: '无法读取告警设置',
  centre: '告警中心',
  kinds,
  /** When each kind is raised and cleared, with the figures of `alarm_rules` and `alarm_limits`. */
  rules: {
    camera_down: (raise: number, recover: number) =>
      `离线或异常超过 ${raise} 秒；恢复在线 ${recover} 秒后解除`,
    camera_moved: (raise: number, recover: number) =>
      `画面与参考图对不上超过 ${raise} 秒；重新对上 ${recover} 秒后解除`,
    camera_dark: (raise: number, recover: number) => `画面全黑超过 ${raise} 秒；恢复 ${recover} 秒后解除`,
    camera_frozen: (raise: number, recover: number) =>
      `画面静止不变超过 ${raise} 秒；恢复 ${recover} 秒后解除`,
    camera_clock: (bad: string, well: string) => `与正确时间相差超过 ${bad} 秒；回到 ${well} 秒以内解除`,
    camera_unseen: (bad: number, well: number) =>
      `摄像机在线，分析程序却有 ${bad}% 以上的次数取不到画面；降到 ${well}% 以下解除`,
    disk: (bad: number, well: number) => `剩余空间不到 ${bad}%；回到 ${well}% 以上解除`,
    queue: (bad: number, well: number) =>
      `最早的事件等待超过 ${bad} 分钟，或有事件发送失败；降到 ${well} 分钟以内，且失败的已补传或丢弃后解除`,
    clock: (bad: string, well: string) => `与时间服务器或平台相差超过 ${bad} 秒；回到 ${well} 秒以内解除`,
    sign_in: (bad: number) => `15 分钟内同一地址登录失败 ${bad} 次；15 分钟内不再失败后解除`,
    analysis: (raise: number, recover: number) => `停止或断开超过 ${raise} 秒；重新连接 ${recover} 秒后解除`,
    overload: (bad: number, well: number) =>
      `处理器跟不上设定的分析间隔，或从画面到判断超过 ${bad} 秒；跟上并降到 ${well} 秒以内解除`,
    platform: (raise: number) => `心跳失败超过 ${raise} 秒；平台再次应答后解除`,
    storage: (raise: number) => `无法写入超过 ${raise} 秒；再次写入成功后解除`,
    mqtt: (raise: number) => `连续 ${raise} 秒无法发送到 MQTT 服务器；再次连接后解除`,
    certificate: (first: number, last: number) =>
      `导入的 HTTPS 证书还有 ${first} 天和 ${last} 天到期时；换上新证书后解除`,
    model: () => '分析程序因导入的模型反复崩溃、无响应或无法加载时；管理员选用或删除模型后解除',
    upgrade: () => '新版本试运行失败、设备自动退回，或升级无法开始时；再次升级成功后解除',
    data_file: () => '设备的数据文件损坏、缺失或被换成旧副本时；文件恢复完好或 7 天后解除',
  },

  server: '邮件服务器',
  server_hint: '告警通过这个邮箱发出；连接始终加密，证书始终校验',
  fields: {
    email_server: '服务器',
    from_user: '登录用户',
    from_auth: '密码或授权码',
    from_email: '发件人',
    to_email: '收件人',
    server_trust: '服务器证书',
  },
  /** What each field changes. */
  help: {
    email_server:
      '告警邮件从哪里发出，如 smtp.example.com:587；端口 465 直接加密，其他端口用 STARTTLS。留空：不发送邮件',
    from_user: '留空表示服务器不需要登录',
    from_auth: '留空保留已保存的密码；没有加密时绝不发送',
    from_email: '多数服务器要求与登录用户一致',
    to_email: '谁收到告警，每行一个，最多 20 个；留空则不发送',
    server_trust:
      '凭什么认定邮件服务器：默认用系统信任的机构；内网自签名的服务器需在此接受其证书，否则邮件发不出。',
  },
  none: '（无）',

  test: '发送测试邮件',
  testing: '发送中…',
  test_role: '只有管理员可以测试',
  test_empty: '先填写服务器、发件人和收件人',
  test_result: '测试邮件的结果',
  not_tested: '设备没有发送',
  close: '收起结果',
  good: '测试邮件已发出',
  good_says: (n: number, ms: number) =>
    `服务器已接收，发给 ${n} 个收件人，用时 ${ms} 毫秒。请到收件箱查看，也看看垃圾邮件。`,
  partly: '测试邮件只发给了一部分收件人',
  bad: '测试邮件没有发出',
  slow: '服务器还没有答完，不能确定',
  protections: { tls: '全程 TLS 加密', starttls: 'STARTTLS 加密', none: '未加密' },
  signed_in: '已登录',
  not_signed_in: '未登录',
  server_said: '服务器返回信息',
  refused: '被拒绝的收件人',
  steps: {
    address: '这个地址不允许访问。',
    name: '服务器的域名无法解析。请检查拼写，以及“设备设置 → 网络设置”中的 DNS。',
    connect: '连接不上服务器：端口没有应答，或网络、防火墙不通。常用端口是 465 和 587。',
    greeting: '已连接，但对方没有按邮件服务器的方式应答。端口 465 要直接加密，请检查端口。',
    implicit_tls: '对方在这个端口一开始就加密：请写成 smtps://服务器地址，或使用端口 465。',
    tls: '加密连接没有建立。',
    unencrypted: '服务器不提供加密。设备不会在没有加密的连接上发送密码，请换用加密的端口。',
    sign_in: '登录被拒绝。请检查用户和密码；许多邮箱要用单独的“授权码”，而不是登录密码。',
    sender: '服务器不接受这个发件人。请填写与登录用户一致的邮箱。',
    recipient: '服务器不接受收件人。',
    message: '邮件内容没有被接收。',
    slow:
      '服务器接受了连接，但 25 秒内没有答完，测试到此为止。' +
      '告警邮件会等它最多 10 分钟，测试邮件也可能已经送达：' +
      '请到收件箱查看。一直如此时，请核对端口。',
    later:
      '服务器暂时不收，几分钟后可能会收（例如连接太多，或初次来信要等一等）。告警邮件会自动重试；测试请稍后再试。',
    turned_away:
      '服务器拒绝了这台设备的连接，原因见返回信息：例如设备的地址在黑名单中，或服务器要求完整的主机名。',
    no_password:
      '服务器不接受密码登录，只提供返回信息中的方式，而设备只能用密码登录。请在服务器上允许密码登录（PLAIN 或 LOGIN），或换用允许的服务器。',
    wants_sign_in: '服务器要求先登录才收邮件。请填写用户和密码。',
    wants_tls:
      '服务器要求先加密，却没有在这个连接上提供 STARTTLS：可能被中间的防火墙去掉了。请改用 smtps:// 和端口 465。',
    no_relay:
      '服务器不替这台设备转发寄往外部的邮件。请填写登录用户和密码；内网的中转服务器则要允许这台设备的地址。',
  },
  tls: {
    expired: '证书已过期；也请确认设备时间正确。',
    not_yet: '证书尚未生效；请确认设备时间正确。',
    self_signed: '证书是自签名的，无法确认对方身份。',
    unknown_issuer: '证书的签发者不受信任。',
    wrong_name: '证书不是发给这个域名的。',
    other_key: '对方出示的密钥与已接受的不同：证书已更换，或有人冒充。',
    weak: '对方的加密过弱：请对方启用 TLS 1.2 或更高版本，密钥至少 2048 位。',
    client_certificate: '对方要求客户端证书，而设备没有。请对方改用密码确认设备身份。',
    not_tls: '对方在这个端口没有使用加密，请改用 587 等端口。',
    other: '握手失败。',
  },

  mailed: '哪些告警发送邮件',
  mailed_hint: '每条告警只通知一次，抖动不会反复通知',
  language: '邮件语言',
  languages: { zh: '简体中文', tw: '繁體中文' },
  digest_minutes: '两封邮件至少间隔',
  digest_hint: '第一条立即发送；间隔内的其他告警合并为一封',
  recovered_field: '恢复时也发送',
  recovered_hint: '告警解除后，再发一封说明持续了多久',
  saved: '已保存',
  mail_state: {
    off: '还没有设置邮件服务器和收件人，告警只在告警中心和日志中显示',
    well: '邮件发送正常',
    partly: '上一封邮件有收件人没有收到',
    waiting: (n: number) => `${n} 条告警等待发送`,
    last: '上一封',
    failing: (n: number) => `连续 ${n} 次没有发出，等待的告警不会丢失，会自动重试`,
    next: (time: string) => `下次重试 ${time}`,
  },
}
