/**
 * The alarm centre: open alarms by what they cost, what to do about each, and the past ones. Long because
 * every kind has its help.
 */
import { damage_sentences_zh as damages } from '@parking/contract/alarm/data-damages.ts'
import upgrades from '../params/upgrade-reasons.ts'

export default {
  hint: '影响账单的排在前面；每条都写明要做什么，并直达处理的地方。',
  mail_settings: '告警邮件',
  failed: '无法读取告警',
  open: '未恢复',
  open_count: (n: number) => (n === 0 ? '没有未恢复的告警' : `${n} 条未恢复`),
  empty: '没有未恢复的告警',
  empty_says: '出现问题时会列在这里，恢复之后转入下面的历史。',
  history: '历史',
  history_hint: '已经恢复的告警，最近的在前',
  no_history: '还没有恢复过的告警',
  no_history_says: '告警恢复之后列在这里。',
  nothing: '没有符合条件的告警',
  nothing_says: '换一类告警或一台摄像机，或清除筛选。',
  filters: '筛选',
  filters_active: (n: number) => `筛选（${n}）`,
  reset: '清除全部',
  any: '全部',
  camera: '摄像机',

  kind: '告警',
  bills: '账单影响',
  since: '开始',
  lasted: '持续',
  handling: '处理',
  state: '状态',
  mail: '邮件',
  detail: '详情',
  show: (what: string) => `展开“${what}”的详情`,
  hide: (what: string) => `收起“${what}”的详情`,
  severities: { warning: '告警', critical: '严重' },
  recovered: '已恢复',
  mails: { none: '不发送', waiting: '等待发送', sent: '已发送' },
  about: (kind: string, name: string) => `${kind}：${name}`,
  upgrades,
  damages,

  costs: {
    missing: '账单会缺失',
    wrong: '账单可能有误',
    late: '账单会延迟',
    proof: '证据会变弱',
    none: '不影响账单',
  },
  effect: '影响',
  todo: '处理建议',
  raised: '告警时间',
  ended: '恢复时间',

  acknowledge: '确认',
  acknowledge_of: (what: string) => `确认“${what}”`,
  acknowledged: (who: string) => `${who} 已确认`,
  acknowledged_at: (who: string, time: string) => `${who}，${time}`,
  acknowledgement: '确认人',
  not_acknowledged: '还没有人确认',
  taken: '已由您确认：它保持未恢复，不再提醒',
  taken_by: (who: string) => `${who} 已先一步确认`,
  role: '当前账号只能查看：确认和静音由操作员或管理员操作',
  silence: '静音',
  silence_of: (what: string) => `静音“${what}”`,
  silence_for: { 60: '1 小时', 240: '4 小时', 1440: '24 小时', 10080: '7 天' },
  silenced_until: (time: string) => `静音至 ${time}`,
  silenced_by: (who: string, time: string) => `${who} 静音至 ${time}`,
  silenced: '已静音：到期之前不提醒，也不发送邮件',
  silences: '静音中',
  end_silence: '结束静音',
  end_silence_of: (what: string) => `结束“${what}”的静音`,
  silence_ended: '静音已结束',
  no_access: '需要管理员账号',

  facts: {
    disk: (free: string, percent: number) => `剩余 ${free}（${percent}%）`,
    unsent: (free: string, n: number) =>
      `剩余 ${free}，即将丢弃未发送的事件（共 ${n.toLocaleString('en')} 条）`,
    queue: (minutes: number) => `最早一条等待了 ${minutes} 分钟`,
    refused: (n: number, said: string) =>
      `${n.toLocaleString('en')} 条事件发送失败，不会自动重发${said === '' ? '' : `。平台的答复：${said}`}`,
    clock: (seconds: string, by: string) => `与 ${by} 相差 ${seconds} 秒`,
    certificate: (days: number) => (days < 0 ? '已过期' : `还有 ${days} 天`),
    model: (name: string) => `无法使用模型“${name}”，已改用其他模型`,
    unseen: (percent: number, why: string) => `${percent}% 的次数取不到画面${why === '' ? '' : `：${why}`}`,
    overload: (cameras: number, interval: number, latency: number) =>
      `${cameras === 0 ? '' : `${cameras} 台摄像机已放慢，`}最长每 ${interval} 秒一张画面，从画面到判断 ${latency} 秒`,
    clock_platform: '平台',
    sign_in: (address: string, n: number) =>
      address === '' ? `来自多个地址，失败 ${n * 3} 次以上` : `来自 ${address}，失败 ${n} 次`,
  },

  /** By kind; `refused` and `unsent` are subjects (contract). The link leads to the place of the remedy. */
  help: {
    camera_down: {
      effect: '它的泊位没有入场和出场记录，这段时间的停车不会计费。',
      todo: '检查摄像机的电源和网线；地址或密码改过的，在摄像机里更新。',
      link: '打开摄像机',
    },
    camera_moved: {
      effect: '泊位框与路面对不上，车辆可能记到旁边的泊位。',
      todo: '扶正摄像机，或按现在的画面重新核对泊位。',
      link: '核对泊位',
    },
    camera_dark: {
      effect: '看不到车辆，这段时间的停车不会计费。',
      todo: '清除镜头前的遮挡；只在夜间全黑的，检查补光。',
      link: '查看画面',
    },
    camera_frozen: {
      effect: '画面停在同一刻，之后的进出看不到，不会计费。',
      todo: '重启摄像机；仍不恢复的，断电再通电。',
      link: '打开摄像机',
    },
    camera_clock: {
      effect: '画面上的时间与事件时间不一致，申诉时证据较弱；计费时长不受影响。',
      todo: '由设备校正摄像机时钟，或检查它自己的时间服务器。',
      link: '校正时钟',
    },
    camera_unseen: {
      effect: '多数时候没有画面可分析，短时停车可能漏记。',
      todo: '检查网络带宽和摄像机的码流设置。',
      link: '打开摄像机',
    },
    disk: {
      effect: '较早的图片和视频会先被清理，申诉时可能没有证据。',
      todo: '缩短保留时间，或换更大的磁盘。',
      link: '本地存储',
    },
    unsent: {
      effect: '尚未发送的事件即将被丢弃，丢弃的停车不会计费。',
      todo: '让平台和对象存储恢复接收，或立即腾出磁盘。',
      link: '本地存储',
    },
    queue: {
      effect: '事件在设备上等待，账单会晚到；恢复后自动发送，不会丢失。',
      todo: '看平台为什么不接收：地址、网络，或它的答复。',
      link: '平台参数',
    },
    refused: {
      effect: '平台没有收下这些事件，处理之前不会计费。',
      todo: '按平台的答复改正后补传；不是停车的，在核查中作废。',
      link: '发送失败的事件',
    },
    clock: {
      effect: '入场和出场的时间有偏差，计费时长可能算错。',
      todo: '检查时间服务器；不能上外网的，换用内网时间服务器。',
      link: '时间设置',
    },
    sign_in: {
      effect: '不影响账单；有人在猜密码。',
      todo: '核对来源地址；不认识的，用访问白名单挡住。',
      link: '登录记录',
    },
    analysis: {
      effect: '所有泊位都没有分析，这段时间的停车不会计费。',
      todo: '启动分析程序；反复退出的，查看它的日志。',
      link: '分析程序',
    },
    overload: {
      effect: '画面分析得慢，短时停车可能漏记，时间可能晚几秒。',
      todo: '加大跟踪间隔，或把一部分摄像机移到另一台设备。',
      link: '跟踪间隔',
    },
    platform: {
      effect: '设备与平台失去联系，账单可能晚到；恢复后自动发送。',
      todo: '检查平台地址和网络，并测试连接。',
      link: '平台参数',
    },
    storage: {
      effect: '图片传不上去，事件等着图片，账单会晚到。',
      todo: '测试对象存储，看哪一步失败。',
      link: '对象存储',
    },
    mqtt: {
      effect: '不影响账单；只是 MQTT 的接收方晚收到事件和告警。',
      todo: '测试 MQTT 服务器，看哪一步失败。',
      link: 'MQTT',
    },
    certificate: {
      effect: '不影响账单；到期后浏览器会警告，其他系统可能拒绝连接。',
      todo: '导入新的证书。',
      link: 'HTTPS 证书',
    },
    model: {
      effect: '车辆和车牌的识别可能变差，个别账单可能有误。',
      todo: '选用可用的模型，或删除出错的模型。',
      link: '分析模型',
    },
    upgrade: {
      effect: '不影响账单；设备仍运行原来的版本。',
      todo: '排除失败的原因后，再升级一次。',
      link: '软件版本',
    },
    data_file: {
      effect: '有的记录或图片可能读不出来，申诉时可能没有证据。',
      todo: '运行诊断，按提示处理；反复出现的，更换磁盘。',
      link: '诊断与支持包',
    },
  },
}
