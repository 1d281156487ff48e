/** "Cache resume" (spec §2): one name and one promise wherever its button is. */
export default {
  act: '补传',
  doing: '正在补传…',
  ask: '立即补传？',
  effect:
    '等待重试、等待上传和发送失败的事件会立即重新发送；发送队列若已暂停，将继续发送。等待核查的事件仍要先核查，没有平台地址的事件仍要先设置地址。',
  role: '当前账号只能查看，不能补传',
  nothing: '没有需要补传的事件',
  done: (n: number) =>
    n === 0 ? '没有需要补传的事件' : `${n.toLocaleString('en')} 条事件已重新进入发送队列`,
}
