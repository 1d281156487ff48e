/** The frame of the business parameters: the tabs, and the head of every group. */
export default {
  hint: '参数保存后立即生效，无需重启；未保存的修改在切换页面时会保留',
  label: '参数分组',
  commissioning: '开通文件',
  tabs: {
    alg: '算法',
    schedule: '时段计划',
    event: '取证',
    storage: '对象存储',
    platform: '平台',
    alarm: '告警邮件',
    mqtt: 'MQTT',
    document: '导入导出',
    history: '修改历史',
  },
  unsaved: '有修改尚未保存',
  failed: '无法读取参数',
  admins_only: '只有管理员可以修改这组参数',
  as_factory: '全部为出厂值',
  drift: (n: number) => `${n} 项与出厂值不同`,
  reset_all: '全部恢复出厂值',
  /** Whether the analysis application uses the group: the values of `param_taken`. */
  taken: {
    by_server: '已生效',
    taken: '分析程序已按此运行',
    waiting: '等待分析程序确认',
    refused: '分析程序无法采用',
    not_running: '分析程序未运行，启动后生效',
  },
  taken_saved: '分析程序仍按已保存的值运行',
  /** A problem in the words of the analysis application. */
  problem: (field: string, issue: string) => `${field}，分析程序原文：${issue}`,
  changed_by: (who: string) => `最近由 ${who} 修改于`,
  another_user: '设备',
}
