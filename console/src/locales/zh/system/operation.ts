/** The operation page: reboot, restore, snapshots (spec §1, §9). The overlay of a restart is in shell.ts. */
export default {
  tabs: '重启与恢复分类',
  tab: { reboot: '重启与恢复', diagnose: '诊断' },
  cancel: '取消',

  reboot: {
    title: '重启设备',
    hint: '重启约需一两分钟。期间不采集、不上报，已有的事件保存在磁盘上。',
    last: '上次启动',
    run_time: '已运行',
    failed: '运行状态读取失败',
    act: '重启设备…',
    role: '只有管理员和操作员可以重启设备',
    dialog: '重启设备？',
    checking: '正在检查设备状态…',
    check_failed: '无法读取设备当前的状态。仍可以重启，但请先确认没有人正在更新软件或更改网络。',
    app_running: '分析程序正在运行：重启时停止，启动后自动恢复',
    app_stopped: '分析程序没有在运行',
    waiting: (n: number) => `${n} 条事件等待发送：已保存在磁盘上，重启后继续发送`,
    waiting_none: '没有等待发送的事件',
    updating: '软件正在更新，完成后才能重启',
    trial: '网络更改正在试用，请先保留或撤回，才能重启',
    nothing_runs: '没有正在进行的软件更新或网络试用',
    others: (names: string) => `其他人正在使用控制台：${names}`,
    others_none: '没有其他人在使用控制台',
    took: (duration: string) => `上次重启用时 ${duration}`,
    took_none: '还没有重启用时的记录，通常需要一两分钟',
    go: '立即重启',
    why_checking: '正在检查设备状态',
  },

  restore: {
    title: '恢复出厂设置',
    hint: '勾选要保留的内容，其余会被清除。清除前会自动制作快照，可以恢复回来。系统日志始终保留。',
    failed: '恢复选项读取失败',
    role: '只有管理员可以恢复出厂设置',
    keep: '保留以下内容',
    kept: '保留',
    wiped: '清除',
    keeps: {
      network: { label: '网络设置', says: 'IPv4 地址、VPN 账号和访问白名单' },
      users: { label: '用户与密码', says: '所有用户、角色、密码和登录状态' },
      cameras: { label: '摄像机与场景', says: '摄像机、参考画面和绘制的泊位' },
      params: { label: '业务参数', says: '设备名称和位置，算法、计划、事件、存储、平台和告警参数' },
      events: { label: '事件记录', says: '停车事件、人工核查记录及其图片和视频' },
    },
    lost: {
      network: '设备将以下面的网络地址恢复，VPN 账号和白名单被清除',
      users: '所有人退出登录，并生成只显示一次的管理员密码',
      cameras: (n: number | undefined) =>
        n === undefined
          ? '所有摄像机及其场景将被清除'
          : n === 0
            ? '现在没有摄像机'
            : `${n} 台摄像机及其场景将被清除，需要重新添加并绘制泊位`,
      params: '全部恢复为出厂值，其中的密钥和密码需要重新填写',
      events: (n: number | undefined) =>
        n === undefined
          ? '所有事件及其图片将被清除'
          : n === 0
            ? '现在没有事件'
            : `${n} 条事件及其图片将被清除`,
      waiting: (n: number) => `其中 ${n} 条尚未发送到平台，清除后无法再发送`,
    },
    network_title: '恢复后的网络地址',
    ipv4: 'IPv4 地址',
    netmask: '子网掩码',
    gateway: '网关',
    save: '保存选择',
    act: '恢复出厂设置…',
    unsaved: '上面的选择还没有保存，请先保存或撤销',
    dialog: '恢复出厂设置？',
    will_wipe: '将被清除',
    will_keep: '将保留',
    nothing_wiped: '没有（所有内容都保留）',
    nothing_kept: '没有（所有内容都清除）',
    snapshot_first: '清除前会制作快照，之后可以在此页面恢复。',
    comes_back: '设备重新启动后的地址',
    taken: '现在已有设备在这个地址应答。如果不是这台设备，恢复后地址会冲突。',
    same_address: '保持不变',
    go: '清除并恢复出厂设置',
    restoring: '正在制作快照并恢复…',
    failed_go: '恢复出厂设置失败',
  },

  serial: {
    is: '设备序列号',
    label: '输入设备序列号以确认',
    wrong: '与设备序列号不一致',
    why: '请先输入正确的设备序列号',
    unknown: '正在读取设备序列号…',
  },

  snapshots: {
    title: '快照',
    hint: '每次清除之前自动制作，可以把当时的内容恢复回来。只保留最近几个。',
    failed: '快照列表读取失败',
    role: '只有管理员可以查看和恢复快照',
    empty: '还没有快照',
    empty_says: '恢复出厂设置或切换业务模式之前会自动制作快照，并显示在这里。',
    name: '名称',
    time: '制作时间',
    size: '大小',
    why: '制作原因',
    reasons: {
      restore: '恢复出厂设置之前',
      bring_back: '恢复快照之前',
      business_mode: '切换业务模式之前',
      update: '更新软件之前',
      cameras: '批量操作摄像机之前',
      import: '导入配置之前',
    },
    act: '恢复',
    act_named: (name: string) => `恢复快照 ${name}`,
    dialog: '恢复这个快照？',
    says_mode: '摄像机、场景、参数和业务模式回到快照制作时的样子，停车事件保留不变。设备会重新启动。',
    says: '设备会回到快照制作时的内容，并重新启动。',
    first: '现在的内容会先制作成另一个快照，不会丢失。',
    session: '用户和密码也回到当时的状态，需要重新登录。网络设置和访问白名单保持不变。',
    go: '恢复快照',
    failed_go: '快照恢复失败',
  },
}
