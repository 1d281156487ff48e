/** The storage page of the device: its disk, and the retention of data. */
export default {
  hint: '磁盘上有什么、保留多久、还有多少等待发送。',
  failed: '存储状态读取失败',
  refresh: '刷新',
  counting: '正在统计文件，数字还会增加',

  disk: '磁盘',
  free: '剩余空间',
  of_total: (total: string) => `共 ${total}`,
  low: '空间不足',
  low_says:
    '剩余空间低于 5% 或 500 MB 时，新的事件和更新可能无法写入。请先发送等待的事件，再删除不需要的事件和日志。',
  bar: '磁盘使用情况',
  forecast: (per_day: string, days: number) =>
    days > 3650
      ? `最近每天约新增 ${per_day} 图片，空间足够用很多年。`
      : `最近每天约新增 ${per_day} 图片，照此速度约 ${days.toLocaleString('en')} 天后写满。`,
  kind: '类别',
  size: '大小',
  share: '占比',
  count: '数量',
  kinds: {
    database: '数据库',
    pictures: '图片',
    logs: '设备日志',
    spool: '分析交接区',
    snapshots: '快照',
    other: '其他数据',
    system: '系统和其他程序',
    free: '剩余',
  },
  notes: {
    database: '事件记录、摄像机、场景和设置',
    pictures: '事件取证图片和摄像机画面',
    logs: '在数据库内，大小为估算',
    spool: '分析程序交来、尚未入库的图片',
    snapshots: '恢复出厂前保存的配置',
    other: '密钥、支持包等',
    system: '不属于本产品的文件',
    free: '可以写入的空间',
  },
  files: (n: number) => `${n.toLocaleString('en')} 个文件`,
  lines: (n: number) => `${n.toLocaleString('en')} 条`,

  waiting: '等待发送',
  nothing_waits: '没有等待发送的事件',
  nothing_waits_says: '所有事件都已送达平台或已处理完毕。',
  events: (n: number) => `${n.toLocaleString('en')} 条事件`,
  pictures_of: (bytes: string) => `图片 ${bytes}`,
  oldest: '最早',
  see: (status: string, n: number) => `查看${status}的 ${n.toLocaleString('en')} 条事件`,
  waiting_says: '这些事件保存在磁盘上，断电也不会丢失。平台恢复后自动发送，也可以立即补传。',

  keep: {
    title: '保留规则',
    hint: '到期或空间不够时，设备按下面的规则自动清理；没有发送的事件不会因为到期被清理。',
    admins_only: '只有管理员可以修改保留规则',
    save: '保存规则',
    fields: {
      media_days: '图片和视频',
      sent_days: '已发送的事件',
      skipped_days: '已跳过、丢弃或作废的事件',
      manual_days: '人工核查记录',
      budget_gb: '空间上限',
      keep_free_percent: '磁盘至少留空',
      look_days: '“为什么”的缩略图',
      look_gb: '缩略图空间上限',
    },
    hints: {
      media_days: '从发送成功起算，1 – 3650 天',
      sent_days: '到期后只剩删除留痕，1 – 3650 天',
      skipped_days: '记录、图片和视频一起清理，1 – 3650 天',
      manual_days: '记录和图片一起清理，1 – 3650 天',
      budget_gb: '0 表示不限，只受磁盘留空限制；最少 0.1 GB',
      keep_free_percent: '5% – 50%，低于它就提前清理最旧的内容',
      look_days: '从事件起算，1 – 3650 天',
      look_gb: '0.01 – 1000 GB，最多占磁盘的 5%；最旧的先清理',
    },
    fill_in: '请先填好天数、上限和留空比例。',
    not_yet: '还没有一整天的新增数据，暂时无法估算能保留多久。',
    lasts: ({
      per_day,
      room,
      days,
      wanted,
    }: {
      per_day: string
      room: string
      days: number
      wanted: number
    }) =>
      days >= wanted
        ? `最近每天约新增 ${per_day} 图片，可用空间 ${room} 足够保留 ${wanted.toLocaleString('en')} 天。`
        : `最近每天约新增 ${per_day} 图片，` +
          `可用空间 ${room} 约 ${days.toLocaleString('en')} 天用完，图片会在满 ${wanted.toLocaleString('en')} 天之前被提前清理。`,
    order: '清理的先后',
    orders: [
      '超过保留天数的图片、视频和事件记录。',
      '空间仍不够时，已发送、已跳过、已丢弃或已作废的，从最旧的开始：先清理图片和视频，再清理记录。',
      '没有发送的事件排在最后，而且只在发出告警之后；会标为“已丢弃”，不会悄悄消失。',
    ],
    ask: '缩短保留时间或空间？',
    effect: (names: readonly string[]) =>
      `将缩减：${names.join('、')}。超出新规则的内容会在几分钟内清理，无法恢复。`,
  },

  retention: '保留多久',
  retention_hint: '超出上限时从最旧的开始删除；没有上限的内容由人工删除。',
  what: '内容',
  until: '保留到',
  event_data: '事件记录',
  for_good: '一直保留，直到人工删除',
  at_most: (bytes: string, rows: number) => `最多 ${bytes} 或 ${rows.toLocaleString('en')} 条`,
  newest: (rows: number) => `最新的 ${rows} 个`,
  days: (n: number) => `${n.toLocaleString('en')} 天`,
  log_of: (type: string) => `${type}日志`,
}
