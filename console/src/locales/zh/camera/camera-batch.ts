/** Actions on several cameras, and the business mode (spec §4, §8). */

import type { BatchCounts } from '../../types/batch-counts.ts'

/** `kinds.*.done` and `running` are used for a single camera too. */
export const batch = {
  title: '批量操作',
  select_of: (name: string) => `选择 ${name}`,
  range_hint: '按住 Shift 可连选',
  chosen: (n: number) => `已选 ${n} 台`,
  not_listed: (n: number) => `其中 ${n} 台不在当前列表中`,
  page: '选中本页',
  all: (n: number) => `选中全部 ${n} 台`,
  clear: '取消选择',
  cancel: '取消',
  close: '关闭',
  why_no_onvif: '所选摄像机都没有 ONVIF，不能同步或重启',
  why_no_onvif_one: '这台摄像机没有 ONVIF，不能同步或重启',
  skipped: (n: number) => `另有 ${n} 台没有 ONVIF，将跳过`,
  kinds: {
    sync: {
      act: '同步',
      title: (n: number) => `同步 ${n} 台摄像机？`,
      title_one: (name: string) => `同步摄像机“${name}”？`,
      body: '重新连接摄像机，读取型号、分辨率、帧率和流地址。场景和泊位不变。',
      go: (n: number) => (n === 1 ? '开始同步' : `同步 ${n} 台`),
      running: '正在同步',
      done: '已同步',
      toast_done: (n: number) => `已同步 ${n} 台`,
      toast_failed: '同步失败',
    },
    reboot: {
      act: '重启',
      title: (n: number) => `重启 ${n} 台摄像机？`,
      title_one: (name: string) => `重启摄像机“${name}”？`,
      body: '重启期间没有画面，这些摄像机的泊位暂停分析，通常需要一两分钟。',
      go: (n: number) => (n === 1 ? '重启摄像机' : `重启 ${n} 台`),
      running: '正在发送重启指令',
      done: '已开始重启',
      toast_done: (n: number) => `${n} 台摄像机已开始重启`,
      toast_failed: '摄像机重启失败',
    },
    remove: {
      act: '删除',
      title: (n: number) => `删除 ${n} 台摄像机？`,
      title_one: (name: string) => `删除摄像机“${name}”？`,
      go: (n: number) => `删除 ${n} 台`,
      running: '正在删除',
      done: '已删除',
      toast_done: (n: number) => `已删除 ${n} 台摄像机`,
      toast_failed: '摄像机删除失败',
    },
  },
  states: { waiting: '等待中', failed: '失败', unknown: '结果未知', stopped: '未执行' },
  removes: (cameras: number, scenes: number, lots: number) =>
    scenes === 0
      ? `将删除 ${cameras} 台摄像机，它们还没有场景。`
      : `将删除 ${cameras} 台摄像机，连同 ${scenes} 个场景和 ${lots} 个泊位，之后这些泊位不再上报事件。`,
  type: (n: number) => `输入台数 ${n} 以确认`,
  why_typed: (n: number) => `请先输入台数 ${n}`,
  progress: (all: number, { done, failed, unknown }: BatchCounts) =>
    `已完成 ${done} / ${all} 台${failed > 0 ? `，${failed} 台失败` : ''}${unknown > 0 ? `，${unknown} 台结果未知` : ''}`,
  retry: (n: number) => `重试 ${n} 台`,
  stop: {
    title: '还没有全部完成',
    body: '关闭后，未开始的摄像机不再执行；已开始的会做完。',
    confirm: '停止并关闭',
    cancel: '继续等待',
  },
  unchanged: '没有变化',
  before: '原为 ',
  after: '现为 ',
  fps: (rate: string) => `${rate} 帧/秒`,
  fields: {
    model: '型号',
    width: '宽度',
    height: '高度',
    frame_rate: '帧率',
    bit_rate: '码率',
    codec: '视频编码',
    codec_sub: '子码流编码',
    ptz_supported: '云台',
    stream_url_main: '主码流',
    stream_url_sub: '子码流',
    frame_url: '抓拍地址',
  },
}

/** Switching the business mode (spec §4). */
export const mode = {
  is: (mode: string) => `业务模式：${mode}`,
  title: (mode: string) => `切换为“${mode}”？`,
  from: (now: string, next: string) =>
    `当前业务模式是“${now}”。两种模式的泊位不能通用，切换为“${next}”会清空所有摄像机的场景。`,
  failed: '场景读取失败',
  nothing: '现在没有场景，切换不会清空任何内容。',
  clears: (scenes: number, lots: number, cameras: number) =>
    `将清空 ${cameras} 台摄像机的 ${scenes} 个场景、${lots} 个泊位`,
  snapshot_first: '清空之前会先制作快照，之后可以在“重启与恢复”页面恢复。',
  where: '查看快照',
  stays: '摄像机、参数和已产生的停车事件都会保留。',
  agree: (scenes: number, lots: number) => `我确认清空这 ${scenes} 个场景和 ${lots} 个泊位`,
  cancel: '取消',
  close: '关闭',
  go: '清空并切换',
  go_plain: '切换',
  why_role: '只有管理员可以切换业务模式',
  why_loading: '正在读取场景，请稍候',
  why_agree: '请先勾选确认',
  failed_go: '业务模式切换失败',
  changed_by_another: '业务模式已被切换',
  changed_by_another_says: (mode: string) => `其他人刚刚把业务模式切换成了“${mode}”，这里没有再做任何更改。`,
  done: (mode: string) => `已切换为“${mode}”`,
  cleared: (scenes: number, lots: number) =>
    `已清空 ${scenes} 个场景和 ${lots} 个泊位，请为摄像机重新绘制泊位。`,
  nothing_cleared: '没有场景需要清空。',
  kept: '切换前的配置保存为快照：',
  way_back: '需要时可以恢复。',
  /** The undo of a switch: the scenes alone, without a restart. */
  undo: '撤销切换',
  undo_hint: '撤销会恢复被清空的场景和原来的业务模式，其他内容不变，无需重启，也无需重新登录。',
  undo_failed: '撤销失败',
  undone: (mode: string) => `已恢复为“${mode}”`,
  undone_says: (scenes: number, lots: number) => `已恢复 ${scenes} 个场景和 ${lots} 个泊位。`,
  undone_gone: (cameras: string) => `这些摄像机已删除，它们的场景没有恢复：${cameras}`,
  undone_kept: '被替换的场景保存为快照：',
  replace: {
    title: '替换现在的场景？',
    body: '切换之后有人绘制了新的场景。恢复会用快照里的场景替换它们；现在的场景会先保存为另一个快照，之后仍可恢复。',
    go: '替换并恢复',
  },
}
