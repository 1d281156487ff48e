/** The event queue, on the dashboard and on the storage page. */
/** In this file, because the dashboard, which shows both, has no request to spare. */
export { default as device_said } from '../shell/device-said.ts'
export { default as resume } from './resume.ts'

const many = (n: number) => n.toLocaleString('en')
const lasting = (s: number) =>
  s < 60
    ? '不到 1 分钟'
    : s < 5_400
      ? `约 ${Math.round(s / 60)} 分钟`
      : s < 129_600
        ? `约 ${Math.round(s / 3_600)} 小时`
        : `约 ${Math.round(s / 86_400)} 天`

const rateText = (rate: number) =>
  rate > 0 && rate < 0.05 ? '< 0.1' : rate >= 10 ? many(Math.round(rate)) : Number(rate.toFixed(1))

export default {
  title: '事件发送队列',
  hint: '同一泊位严格按先后顺序发送。',
  failed: '队列状态读取失败',
  open: '查看队列详情',

  states: {
    paused: '已暂停',
    empty: '无积压',
    parked: '有事件待处理',
    no_address: '未设置平台',
    stalled: '发送受阻',
    waits_for_check: '等待核查',
    growing: '积压增加',
    moving: '正在发送',
  },
  says: {
    empty: '没有等待发送的事件。',
    empty_parked: '没有正在等待的事件，但有事件需要人工处理。',
    moving: '事件正在依次发送。',
    growing: '新增快于发送，积压增加。请检查到平台的网络带宽和延迟。',
    waits_for_check: (n: number) => `${many(n)} 条事件要等人工核查后才会发送。`,
    no_address: '没有设置平台的数据上报地址，事件留在设备上，不会丢失。',
    no_timer_address: '没有设置定时图片上报地址，定时抓拍的图片留在设备上。',
    paused: (by: string) => `由 ${by || '管理员'} 暂停`,
    paused_keeps: '新事件照常记录，继续后自动发送。',
  },
  stalled: {
    deliver: '平台现在不接收事件。',
    upload: '对象存储现在不接收图片。',
    since: '开始于',
    until: '下次尝试',
    keeps: '设备会自动重试，恢复后立即补传。',
  },
  set_address: '去设置平台地址',
  to_check: '去核查事件',

  waiting: '等待发送',
  parked: '需要处理',
  parked_hint: '发送失败或验证失败，需要人工处理',
  oldest: '最早一条',
  rate_in: '新增速率',
  rate_out: '发送速率',
  drain: '预计清空',
  per_minute: (rate: number) => `${rateText(rate)} 条/分钟`,
  hour: (text: string) => `近 1 小时 ${text}`,
  drains: lasting,
  not_known: '--',
  count: (n: number) => `${many(n)} 条`,
  none_waits: '无',

  by_status: '按状态统计',
  status: '状态',
  events: '事件数',
  received: '最早一条',
  see: (status: string, n: number) => `查看${status}的 ${many(n)} 条事件`,
  in_delivery: '发送途中',
  needs_attention: '需要处理',
  done: '已结束',

  errors: '最近的错误',
  errors_hint: '最近 500 次尝试中没有成功的，相同原因合并计数。',
  no_errors: '最近的尝试全部成功，或还没有尝试过。',
  reason: '原因',
  times: '次数',
  last: '最近一次',
  last_error: '最近的错误',
  steps: { upload: '上传图片', deliver: '发送平台' },
  outcomes: {
    accepted: '已接受',
    refused: '被拒绝',
    busy: '暂不接收',
    silent: '没有响应',
    missing: '图片丢失',
  },
  no_answer: '对方没有说明原因',

  pause: '暂停发送',
  pause_ask: '暂停发送事件？',
  pause_effect:
    '暂停后，新事件照常记录并保存在设备上，但不会上传和发送到平台，直到有人继续。重启设备也不会自动继续。',
  paused_done: '事件发送已暂停',
  go_on: '继续发送',
  go_on_ask: '继续发送事件？',
  go_on_effect: (n: number) =>
    n === 0 ? '之后的新事件将正常发送。' : `${many(n)} 条等待的事件将立即开始发送。`,
  going_on: '事件发送已继续',
  role: '当前账号只能查看，不能暂停或继续',
}
