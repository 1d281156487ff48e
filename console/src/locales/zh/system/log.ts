/** The log page (spec §2, §3, §4). Long because every call and every logged event has its sentence here. */
import { damage_sentences_zh as damages } from '@parking/contract/alarm/data-damages.ts'
import alarm_kinds from '../params/alarm-kinds.ts'
import upgrades from '../params/upgrade-reasons.ts'
import type { CameraStep, MailCause, MqttStep, SyslogStep } from '@parking/contract'
import type { app_cut_off_reasons } from '@parking/contract/system/log-what.ts'

const lasting = (s: number) =>
  s < 100 ? `${s} 秒` : s < 6_000 ? `${Math.round(s / 60)} 分钟` : `${Math.round(s / 3_600)} 小时`
import calls from './log-calls.ts'

export default {
  refresh: '刷新',
  live: '实时',
  live_on: '正在实时显示，点击暂停',
  live_off: '已暂停，点击继续实时显示',
  fresh: (n: number) => `有 ${n.toLocaleString('en')} 条新日志，点击查看`,

  filters: '筛选',
  filters_active: (n: number) => `筛选（${n}）`,
  reset: '清除全部',
  any: '全部',
  type: '类型',
  level: '级别',
  text: '搜索',
  text_hint: '内容、用户名、地址或接口名',
  since: { m15: '近 15 分钟', h1: '近 1 小时', d1: '近 24 小时', d7: '近 7 天' },
  time_order: '结束时间早于开始时间',
  around: '查看前后 5 分钟的全部日志',

  time: '时间',
  content: '内容',
  detail: '详情',
  open: '展开详情',
  close: '收起详情',
  address: '来源地址',
  who: '用户',
  role: '角色',
  call: '接口',
  result: '结果',
  done: '成功',
  request: '请求编号',
  wrong_fields: '有误的字段',
  original: '原文',
  field: '字段',
  before: '修改前',
  after: '修改后',
  absent: '（无）',
  no_change: '没有内容变化',

  searched: (time: string) => `已查到 ${time} 为止`,
  search_on: '继续往前查找',
  empty: '还没有日志',
  empty_says: '设备运行、用户操作和告警都会记录在这里。',
  empty_system: '没有可读取的系统日志',
  empty_system_says: '本设备的操作系统没有日志服务，或没有授权读取。',
  nothing: '没有符合条件的日志',
  nothing_says: '换一个时间范围，或去掉一些条件再试。',
  failed: '日志读取失败',
  system_note: '系统日志来自操作系统，最多显示最近 5,000 条，不能在此删除。',

  export: '导出',
  export_title: '导出日志',
  export_says: (n: number) => `按当前筛选条件导出 ${n.toLocaleString('en')} 条日志，每行一条（NDJSON）。`,
  export_capped: (n: number) => `一次最多导出最新的 ${n.toLocaleString('en')} 条；更早的请缩小时间范围。`,
  export_start: '开始导出',
  export_running: (done: number, total: number) =>
    `已读取 ${done.toLocaleString('en')} / ${total.toLocaleString('en')} 条`,
  export_done: (n: number) => `已导出 ${n.toLocaleString('en')} 条日志`,
  export_none: '没有可以导出的日志',
  cancel: '取消',
  delete: '删除日志',
  delete_role: '只有管理员可以删除日志',
  delete_what: '删除哪一类',
  delete_kept: '系统日志由操作系统管理，不能在此删除。',
  delete_until: '删除到（含）',
  until: {
    d7: '保留最近 7 天',
    d30: '保留最近 30 天',
    d90: '保留最近 90 天',
    now: '到现在为止的全部',
    at: '指定时间…',
  },
  delete_count: (n: number) => `将删除 ${n.toLocaleString('en')} 条日志。`,
  delete_none: '这个范围内没有日志。',
  counting: '正在统计…',
  delete_go: (n: number) => `删除 ${n.toLocaleString('en')} 条`,
  delete_ask: (n: number) => `确定删除 ${n.toLocaleString('en')} 条日志？`,
  delete_effect:
    '删除后无法恢复。本次操作会记录在用户日志中：谁、何时、删除了哪些范围、共多少条。建议先导出。',
  delete_done: (n: number) => `已删除 ${n.toLocaleString('en')} 条日志`,

  anonymous: '未登录的访问者',
  other_call: '其他操作',
  times: (n: number) => `（共 ${n} 次）`,
  /** The step that failed at a camera, and at the mail server. */
  camera_steps: {
    reach: '网络不通',
    port: '端口没有应答',
    clock: '时钟相差太大',
    signin: '用户名或密码不正确',
    profile: '没有可用的媒体配置',
    stream: '视频流打不开',
    picture: '取不到画面',
  } satisfies Record<CameraStep, string>,
  mail_steps: {
    address: '服务器地址不允许访问',
    name: '服务器的域名无法解析',
    connect: '无法连接服务器',
    greeting: '对方不是邮件服务器',
    implicit_tls: '对方一开始就要求加密',
    tls: '无法建立加密连接',
    unencrypted: '服务器不提供加密',
    sign_in: '登录被拒绝',
    sender: '服务器不接受发件人',
    recipient: '服务器不接受收件人',
    message: '服务器不接受邮件内容',
    slow: '服务器应答太慢',
    later: '服务器暂时不收',
    turned_away: '服务器拒绝连接',
    no_password: '服务器不接受密码登录',
    wants_sign_in: '服务器要求先登录',
    wants_tls: '服务器要求先加密',
    no_relay: '服务器不为本设备转发邮件',
  } satisfies Record<MailCause, string>,
  mqtt_steps: {
    address: '服务器地址不允许访问',
    name: '服务器的域名无法解析',
    connect: '连接中断，或无法连接服务器',
    tls: '无法建立加密连接',
    sign_in: '用户名、密码或客户端标识被拒绝',
    answer: '服务器不接受会话',
    publish: '服务器不接受消息',
  } satisfies Record<MqttStep, string>,
  syslog_steps: {
    address: '服务器地址不允许访问',
    name: '服务器的域名无法解析',
    connect: '无法连接服务器',
    tls: '无法建立加密连接',
    send: '连接中断，或服务器不读取数据',
  } satisfies Record<SyslogStep, string>,
  /** The sentences of rows with a message code. */
  says: {
    started: (version: string) => `设备服务已启动（版本 ${version}）`,
    stopped: '设备服务正常停止',
    camera_online: (name: string) => `摄像机“${name}”恢复在线`,
    camera_online_after: (name: string, seconds: number) =>
      `摄像机“${name}”恢复在线，中断了 ${lasting(seconds)}`,
    camera_offline: (name: string, why: string) => `摄像机“${name}”离线：${why}`,
    camera_error: (name: string, why: string) => `摄像机“${name}”异常：${why}`,
    camera_flaps: (name: string, n: number) =>
      `摄像机“${name}”时断时续，一小时内状态变化 ${n} 次：稳定之前不再逐条记录，请检查网线和供电`,
    timer_no_picture: (name: string, why: string) =>
      `摄像机“${name}”没有给出定时图片，到下一个时刻再取：${why}`,
    cut_after_exit: (lot_no: string, n: number) =>
      `泊位 ${lot_no} 的出场晚到：此前已生成 ${n} 条计划入出场，时间都晚于出场，请在平台核对`,
    camera_changed: {
      serial_shared: (camera: string, said: string) => `${camera} 与“${said}”的序列号相同`,
      other_camera: (camera: string, said: string) => `${camera} 的地址应答的是另一台设备（${said}）`,
      moved: (camera: string, said: string) => `${camera} 现在的地址是 ${said}`,
      source_gone: (camera: string, said: string) => `${camera} 的设备不再列出这一路画面${said}`,
      value_changed: (camera: string, said: string) => `${camera} 报告的参数变了：${said}`,
      size_changed: (camera: string, said: string) => `${camera} 的画面大小变成了 ${said}`,
    },
    camera_pictures: {
      dark: (name: string) => `摄像机“${name}”画面全黑：镜头可能被遮挡`,
      frozen: (name: string) => `摄像机“${name}”画面静止不变：摄像机可能已死机`,
      well: (name: string) => `摄像机“${name}”画面恢复正常`,
    },
    scene_moved: (name: string, parking_no: string, px: number) =>
      `摄像机“${name}”被移动过，场景 ${parking_no} 的泊位偏了约 ${px} 像素：请在场景编辑里核对`,
    scene_lost: (name: string, parking_no: string, minutes: number) =>
      `摄像机“${name}”的画面已有 ${minutes} 分钟与场景 ${parking_no} 的参考图对不上：可能被转向别处，或镜头被遮挡，请查看画面`,
    scene_back: (name: string, parking_no: string) =>
      `摄像机“${name}”已回到原位，场景 ${parking_no} 的泊位重新对上`,
    pictures_unjudged: '本设备的图片处理组件无法工作，不检查画面是否全黑或静止',
    queue_stalled: (info: string) => `平台不接收事件，事件正在设备上等待：${info}`,
    queue_moves: '平台恢复接收事件',
    storage_stalled: (info: string) => `对象存储不接收图片，事件正在设备上等待：${info}`,
    storage_moves: '对象存储恢复接收图片',
    lot_states_taken: '泊位状态上报恢复正常',
    lot_states_refused: (info: string) => `泊位状态上报失败：${info}`,
    unsent_at_risk: (n: number) =>
      `磁盘已满，已没有其他内容可以清理：接下来将从最早的开始丢弃未发送的事件（共 ${n.toLocaleString('en')} 条未发送）`,
    unsent_discarded: (n: number) => `磁盘已满，丢弃了最早的 ${n.toLocaleString('en')} 条未发送事件`,
    platform_up: '心跳恢复正常',
    platform_down: (info: string) => `心跳失败：${info}`,
    name_taken: (name: string) => `平台上已有另一台设备名为“${name}”：请为本设备换一个名称`,
    name_unique: (name: string) => `平台确认设备名称“${name}”没有重复`,
    platform_refuses: (info: string) => `平台拒绝了设备的注册信息：${info}`,
    app_connected: (name: string, version: string) => `分析程序已连接：${name} ${version}`,
    app_gone: '分析程序断开连接',
    app_cut_off: (why: string) => `分析程序没有遵守协议，已断开：${why}`,
    app_cut_off_reasons: {
      line_too_long: '一行数据过长',
      not_json: '数据不是 JSON',
      no_hello: '没有先报告名称和版本',
    } satisfies Record<(typeof app_cut_off_reasons)[number], string>,
    app_watching: (cameras: number, lots: number) => `分析程序正在分析 ${cameras} 台摄像机、${lots} 个泊位`,
    app_camera_back: (name: string, attempts: number) =>
      `分析程序重新取得摄像机“${name}”的画面，此前失败 ${attempts} 次`,
    app_camera_silent: (name: string, why: string) => `分析程序取不到摄像机“${name}”的画面（${why}）`,
    app_slowed: (name: string, seconds: number) =>
      `处理器繁忙，摄像机“${name}”放慢到每 ${seconds} 秒分析一张画面`,
    app_keeps_up: (name: string, seconds: number) =>
      `处理器恢复，摄像机“${name}”每 ${seconds} 秒分析一张画面`,
    app_event_refused: (uuid: string, said: string) => `设备没有接受分析程序上报的事件 ${uuid}（${said}）`,
    /** A line of the application's own, and one that the device wrote for its makers. */
    app_line: (line: string) => `分析程序原文：${line}`,
    internal: (line: string) => `设备服务内部错误，原文：${line}`,
    alarm_raised: (what: string, _: number) => `告警：${what}`,
    alarm_recovered: (what: string, seconds: number) => `告警解除：${what}，持续了 ${lasting(seconds)}`,
    alarm_kinds,
    upgrades,
    damages,
    alarm_mail_failed: (why: string, said: string) =>
      `告警邮件没有发出，稍后重试：${why}${said === '' ? '' : `（${said}）`}`,
    alarm_mail_sent: (n: number) => `已用邮件通知 ${n} 条告警`,
    alarm_mail_refused: (addresses: string, said: string) =>
      `邮件服务器拒绝了收件人 ${addresses}；服务器返回信息：${said}`,
    mqtt_up: 'MQTT 服务器正常接收事件和告警',
    mqtt_down: (why: string, said: string) =>
      `MQTT 服务器收不到事件和告警，它们在设备上等待：${why}${said === '' ? '' : `（${said}）`}`,
    mqtt_full: (n: number) => `等待发往 MQTT 服务器的消息过多或过旧，删除了最早的 ${n} 条`,
    mqtt_resend: (n: number, from: number, to: number) =>
      `应接收方请求，重新发布了 MQTT 消息 ${n} 条（序号 ${from} 至 ${to}）`,
    syslog_up: '正在向 Syslog 服务器发送用户日志；它没有回执，请在服务器上确认收到',
    syslog_down: (why: string, said: string) =>
      `用户日志发不到 Syslog 服务器，在设备上等待：${why}${said === '' ? '' : `（${said}）`}`,
    params_refused: (problems: string) => `分析程序无法按部分参数工作，原文：${problems}`,
    app_ended: (how: string) => `分析程序意外退出：${how}`,
    model_left: (name: string, why: string) => `设备已自动停用模型“${name}”：${why}`,
    model_left_reasons: {
      crashes: '使用它时分析程序反复崩溃',
      silent: '使用它时分析程序反复无响应',
      unusable: '分析程序无法加载',
      lost: '模型文件已丢失',
    },
    trial_started: (who: string, kind: string, from: string, to: string) =>
      `${who} 开始试用新的 ${kind}：${from} → ${to}`,
    trial_confirmed: (kind: string, to: string) => `新的 ${kind} 已确认保留：${to}`,
    trial_rolled_back: (kind: string, why: string, from: string) =>
      `${kind} 的更改已撤回（${why}），恢复为 ${from}`,
    trial_detail: (said: string) => `；系统返回信息：${said}`,
    trial_reasons: {
      silence: '没有人在时限内确认',
      asked: '应用户要求',
      not_applied: '未能生效',
      crash: '设备服务中断',
      power_cut: '设备断电或重启',
    },
    camera_clock_set: (name: string, seconds: string) => `${name}的时钟相差 ${seconds} 秒，设备已自动校正`,
    camera_clock_follows: (name: string, seconds: string) =>
      `${name}的时钟相差 ${seconds} 秒；它跟随自己的时间服务器，设备不予更改`,
    camera_clock_refused: (name: string, seconds: string) =>
      `${name}的时钟相差 ${seconds} 秒；它不允许设备设置时钟，设备不再尝试`,
    clock_set: (from: string, to: string) => `设备时间由 ${from} 改为 ${to}`,
    vpn_connected: 'VPN 已连接',
    vpn_lost: 'VPN 连接断开，正在重连',
    vpn_failed: (said: string) => `VPN 连接失败${said === '' ? '' : `；OpenVPN 返回信息：${said}`}`,
    lines_dropped: (n: number) => `日志过多，有 ${n} 条没有记录`,
    metrics_refused: (address: string) => `拒绝了没有有效令牌的指标采集（${address}）`,
    turned_away: (address: string) => `拒绝了不在白名单中的地址 ${address}`,
    connections_refused: (address: string) => `同时的连接过多，拒绝了来自 ${address} 的连接`,
    cross_site: (address: string) => `拒绝了来自其他网站的请求（${address}）`,
    restored: (who: string, snapshot: string) =>
      `${who} 执行的恢复出厂设置已完成，恢复前的内容保存为快照 ${snapshot}`,
    brought_back: (who: string, from: string, snapshot: string) =>
      `${who} 已恢复快照 ${from}，恢复前的内容保存为快照 ${snapshot}`,
    storage_test_swept: '已移除存储测试留下的标记对象',
    storage_test_left: '存储测试留下的标记对象未能移除，仍在存储中',
    restore_failed: '恢复未能进行，设备保持原样',
    restore_network_failed: '恢复出厂设置后未能设置网络，设备仍使用原来的地址',
    erasure_asked: (who: string) => `${who} 请求彻底清除设备`,
    erased: (who: string, sha256: string) => `${who} 已彻底清除设备，证明校验码 ${sha256}`,
    admin_reset: (who: string) => `在设备上以 root 重置了用户 ${who} 的密码（reset-admin）`,
    recovery_code_used: (who: string, left: number) => `${who} 使用恢复代码登录，还剩 ${left} 个`,
    sessions_capped: (who: string, n: number, max: number) =>
      `${who}的登录会话超过 ${max} 个，最久未使用的 ${n} 个已结束`,
    rebooted: (seconds: number) => `设备已重启，用时 ${seconds} 秒`,
    log_deleted: (who: string, n: number, type: string, time: string) =>
      `${who} 删除了 ${n.toLocaleString('en')} 条日志（${type}，截至 ${time}）`,
    signed_in: (who: string, address: string) => `${who} 从 ${address} 登录`,
    sign_in_failed: (who: string, address: string) => `${who} 从 ${address} 登录失败：用户名或密码错误`,
    sign_in_held: (who: string, address: string) => `${who} 从 ${address} 登录过于频繁，已暂缓`,
    did: (who: string, call: string) => `${who}：${call}`,
    denied: (who: string, call: string) => `${who} 没有权限：${call}`,
    refused: (who: string, call: string, why: string) => `${who}：${call}，未成功（${why}）`,
  },
  calls,
}
