/** The event list: columns, pictures, actions on the selection, and export. */
export default {
  view: '显示方式',
  view_table: '表格',
  view_wall: '图片墙',
  columns: '显示列',
  columns_say: '时间和车牌始终显示。',
  columns_reset: '恢复默认列',
  choose_page: '选择本页',

  plate_similar: '形近字也算',
  plate_read: (plate: string) => `识别为 ${plate}`,
  stay_open: '停放中',
  to_check: '待核查',
  corrected: '已更正',
  media_gone: '图片已清理',
  no_picture: '没有图片',

  total: (n: number) => `共 ${n.toLocaleString('en')} 条`,
  first_page: '最新一页',
  last_page: '最早一页',

  choose_matching: (n: number) => `选择符合条件的 ${n.toLocaleString('en')} 条`,
  choose_newest: (n: number) => `选择最新的 ${n.toLocaleString('en')} 条`,
  working: { choose: '正在选择', delete: '正在删除', resend: '正在重新发送' },
  worked: (done: number, total: number) => `${done.toLocaleString('en')} / ${total.toLocaleString('en')}`,
  stop: '停止',
  stopped: (done: number, total: number) =>
    `已停止：完成 ${done.toLocaleString('en')} 条，其余 ${(total - done).toLocaleString('en')} 条未处理，仍为选中`,

  delete_role: '只有管理员可以删除事件',
  resend: '重新发送',
  resend_ask: (n: number) => `重新发送 ${n.toLocaleString('en')} 条事件？`,
  resend_effect: '这些事件会回到发送队列。平台已收到的也会再发送一次，平台按事件编号识别重复。',
  resend_discarded: (n: number) => `其中 ${n.toLocaleString('en')} 条已被丢弃或作废，不能再发送。`,
  resent: (n: number, left: number) =>
    left === 0
      ? `${n.toLocaleString('en')} 条事件已回到发送队列`
      : `${n.toLocaleString('en')} 条事件已回到发送队列，${left.toLocaleString('en')} 条不能发送或已在队列中`,

  export: '导出',
  export_role: '当前账号只能查看，不能导出',
  export_nothing: '没有可以导出的事件',
  export_title: '导出事件',
  export_chosen: (n: number) => `已选的 ${n.toLocaleString('en')} 条事件`,
  export_filtered: (total: string) => `符合当前条件的事件，${total}`,
  export_format: '格式',
  export_csv: '表格（CSV）',
  export_csv_says: (most: number) => `用电子表格打开，最多 ${most.toLocaleString('en')} 条。`,
  export_zip: '表格和图片（ZIP）',
  export_zip_says: (most: number) =>
    `含图片、视频和一份写有每个文件校验值的清单，最多 ${most.toLocaleString('en')} 条。`,
  export_run: '开始导出',
  export_running: '正在准备…',
  export_ready: (n: number) => `${n.toLocaleString('en')} 条事件正在由浏览器下载。`,
  export_files: (n: number, size: string) => `含 ${n.toLocaleString('en')} 个图片和视频文件，约 ${size}。`,
  export_again: '没有开始下载？点这里',
  export_keep: '下载中断时可在十分钟内用同一链接重新下载，设备上的事件不受影响。',
  export_too_many: (n: number, most: number) =>
    `共有 ${n.toLocaleString('en')} 条事件，一次最多导出 ${most.toLocaleString('en')} 条。请缩小时间范围后分几次导出。`,
  export_too_large: (size: string) => `图片和视频共约 ${size}，一个 ZIP 放不下。请缩小时间范围后分几次导出。`,
  cancel: '取消',
  close: '关闭',
  kept_plate: '当前车牌',
  read_plate: '识别的车牌',
  picture_count: '图片数',
}
