/** The detail of an event: the reason of its status, the attempts, the clip, and the parking session. */
import { event_words } from '@parking/contract/words/zh/events.ts'
import type { AttemptStep } from '@parking/contract/events/event-path.ts'
import type { SessionFlag } from '@parking/contract/events/event-session.ts'

export default {
  ...event_words,
  copy_link: '复制链接',
  resend: '重新发送',
  resend_role: '当前账号只能查看，不能重新发送',
  resend_done: '已重新排入发送队列',
  resend_not: {
    waits: '正在发送途中，会自动继续，不必重新发送',
    for_good: '已丢弃或作废的事件不会再发送',
  },
  check: '去核查',
  check_role: '当前账号只能查看，不能核查',
  check_not: '这条事件不在待核查之列',
  delete_role: '只有管理员可以删除事件',

  plate_read: '识别车牌',
  plate_checked: '核查车牌',
  correction_of: (read: string) => `识别为 ${read}`,

  lot_line: '泊位框',
  lot_changed: '泊位在事件之后改动过，或当时摄像机已移位：泊位框可能与画面对不上。',
  lot_unknown: '不知道这个泊位在画面中的位置，没有标出。',
  media_gone: (time: string) => `图片和视频已于 ${time} 按保留规则清理，事件记录仍在。`,
  viewer_keys: '+ − 缩放，0 适应窗口，1 原始大小，L 泊位框；适应窗口时 ← → 切换图片，放大后方向键或拖动平移',

  clip: '视频',
  clip_recording: '正在录制，稍后自动出现。',
  clip_facts: (width: number, height: number, seconds: string, size: string) =>
    `${width} × ${height}，${seconds} 秒，${size}`,
  clip_broken: '视频无法播放，可以下载后查看。',
  clip_download: '下载视频',
  clip_absent: '没有视频',

  session: '本次停车',
  on_axis: '在时间轴上查看',
  session_events: '本次停车的事件',
  session_none: '这类事件不属于某一次停车。',
  session_lasted: (time: string) => `停放 ${time}`,
  session_open: (time: string) => `仍在停放，已 ${time}`,
  session_still: '尚未出场',
  session_lost_exit: '出场未知：原有的出场已被删除',
  session_more: (n: number) => `还有 ${n} 条`,
  session_here: '本条',
  missing_entry: '缺少入场',
  missing_exit: '缺少出场',
  flags: {
    entry_missing: '没有有效的入场：可能是设备开始分析前就已停入、入场没有被识别到，或已被作废、删除。',
    exit_missing: '没有有效的出场：后面已有别的车入场，这一次的出场没有被识别到，或已被作废、删除。',
    double_entry: '停放期间又出现一次入场：中间可能漏了一次出场。',
    plate_differs: '同一次停车中的车牌不一致，请核对。',
  } satisfies Record<SessionFlag, string>,

  looks: '为什么',
  looks_said: (first: string, decided: string, n: number) =>
    `${first} 起看到变化，${decided} 作出判断，其间观察 ${n} 次`,
  looks_values: '逐次查看',
  looks_list: '判断前后的观察',
  look_strip: (n: number, from: string, to: string) => `${n} 次观察的缩略图，从 ${from} 到 ${to}`,
  look_strip_gone: '缩略图已清理：超过了保留天数，或占用的空间到了上限。',
  look_strip_broken: '缩略图没有加载出来，请关闭后重新打开这条事件。',
  look_belief: (share: string) => `占用的可能 ${share}`,
  look_cover: (share: string) => `占位 ${share}`,
  look_plate: (plate: string) => `读到 ${plate}`,

  deleted: '这条事件已经删除',
  deleted_by: (who: string, time: string) => `${who} 于 ${time} 删除，图片和处理记录已不在。`,
  deleted_by_device: (time: string) =>
    `设备于 ${time} 自动清理（超过保留期，或磁盘空间不足），图片和处理记录已不在。`,
  deleted_what: '删除前的事件',

  history: '处理记录',
  history_hint: '最新的在最上面',
  recorded: '记录到设备',
  by: (who: string) => `操作人 ${who}`,
  steps: { upload: '上传图片', deliver: '发送到平台' } satisfies Record<AttemptStep, string>,
  took: (ms: string) => `用时 ${ms}`,
  answer: '对方的应答',
  same: (n: number) => `此前还有 ${n} 次同样的结果`,
  attempts_stored: (shown: number, all: number) => `只保留最近 ${shown} 次的应答，共发送 ${all} 次。`,
  next_try: (time: string) => `下次发送：${time}`,
  checked: '人工核查',
  plate_change: (before: string, after: string) => `${before} → ${after}`,
  check_reason: (reason: string) => `理由：${reason}`,

  objects: (n: number) => `对象存储中的文件（${n}）`,
  failed: '处理记录读取失败',
  lacks: '这台设备不提供处理记录、视频和停车信息，以上是列表中已有的内容。',
}
