/** The guided diagnosis and the support bundle. Sentences take `facts` by the names of the contract. */
type Facts = Readonly<Record<string, string | number>>
const size = (value: string | number | undefined): string =>
  `${Number((Number(value ?? 0) / 1024 ** 3).toFixed(1))} GB`
const ms = (facts: Facts): string => (facts['ms'] === undefined ? '' : `，往返 ${facts['ms']} ms`)

export default {
  title: '引导诊断',
  hint: '从网线到摄像机逐步检查，停在第一个有问题的地方，并给出处理建议。',
  start: '开始检查',
  again: '重新检查',
  from_here: '从这一步重新检查',
  stop: '停止',
  copy: '复制结果',
  copied: '检查结果已复制',
  role: '当前账号只能查看，不能进行诊断',
  not_yet: '还没有检查过。整个过程通常不到半分钟，不会改变任何设置。',
  running: (step: string, at: number, of: number) => `正在检查：${step}（${at}/${of}）`,
  all_good: '全部检查通过',
  all_good_says: '设备到平台的链路正常。如果问题仍在，请生成支持包并联系技术支持。',
  no_fault: '没有发现问题',
  passed_over: (names: string) => `没有检查：${names}。原因见各步骤。`,
  stopped_at: (step: string) => `停在“${step}”`,
  what_to_do: '处理建议',
  who: '责任方',
  took: (n: number) => `${n} ms`,
  report: (time: string) => `停车边缘设备 引导诊断 ${time}`,

  steps: {
    link: '网线与网卡',
    gateway: '网关',
    dns: '域名解析',
    time: '时间',
    platform: '平台',
    storage: '存储',
    cameras: '摄像机',
  },
  states: { waiting: '等待', running: '检查中', good: '正常', failed: '有问题', skipped: '跳过' },

  /** The findings of a successful step. */
  good: {
    link: (f: Facts) =>
      `网卡 ${f['interface']}，地址 ${f['ipv4']}${f['origin'] === 'dhcp' ? '（自动获取）' : ''}`,
    gateway: (f: Facts) =>
      f['by'] === 'arp' ? `网关 ${f['gateway']} 在线（不应答 ping）` : `网关 ${f['gateway']} 有应答${ms(f)}`,
    dns: (f: Facts) =>
      `${f['server']} 将 ${f['name']} 解析为 ${f['address']}${ms(f)}` +
      `${f['silent'] ? `；另一台 ${f['silent']} 没有应答` : ''}`,
    time: (f: Facts) =>
      f['server']
        ? `与 ${f['server']} 相差 ${f['offset_ms']} ms${ms(f)}，层级 ${f['stratum']}`
        : '时钟与系统默认的时间服务器同步',
    platform: (f: Facts) =>
      f['by'] === 'connection' ? `可以连接 ${f['host']}${ms(f)}` : `${f['host']} 接受了本设备${ms(f)}`,
    storage: (f: Facts) => `剩余 ${size(f['free'])}，共 ${size(f['total'])}；写入测试 ${f['write_ms']} ms`,
    cameras: (f: Facts) => `${f['online']}/${f['total']} 台在线`,
  },
  /** Why a step failed or was skipped. */
  found: {
    ok: () => '正常',
    no_interface: () => '没有找到网卡',
    no_cable: (f: Facts) => `网卡 ${f['interface']} 没有接通：网线未插好，或对端没有通电`,
    no_address: (f: Facts) => `网卡 ${f['interface']} 没有 IP 地址`,
    no_gateway: () => '没有设置网关，设备只能访问本地网络',
    gateway_silent: (f: Facts) => `网关 ${f['gateway'] ?? ''} 没有应答`,
    no_dns: (f: Facts) => `没有设置 DNS 服务器，无法解析 ${f['names']}`,
    dns_silent: (f: Facts) => `DNS 服务器 ${f['servers'] ?? ''} 没有应答`,
    dns_wrong: (f: Facts) => `DNS 服务器 ${f['server']} 找不到 ${f['name']}`,
    no_names: (f: Facts) =>
      `平台和时间服务器都用 IP 地址，不需要解析${f['servers'] ? `（DNS：${f['servers']}）` : ''}`,
    clock_off: (f: Facts) => `设备时间与 ${f['server']} 相差 ${f['offset_ms']} ms，超过允许的 1 秒`,
    clock_free: () => '已启用自动校时，但时钟还没有同步',
    time_server_silent: (f: Facts) => `时间服务器 ${f['server'] ?? ''} 没有给出可用的时间`,
    no_time_server: () => '没有启用自动校时，不检查时钟偏差',
    no_platform: () => '还没有设置平台地址',
    platform_silent: (f: Facts) => `平台 ${f['host'] ?? ''} 没有应答`,
    platform_refused: (f: Facts) =>
      `平台 ${f['host']} 有应答，但不接受本设备${f['said'] ? `：${f['said']}` : ''}`,
    platform_name: (f: Facts) => `平台的域名 ${f['name']} 无法解析`,
    no_storage: (f: Facts) => `数据目录无法写入${f['said'] ? `（${f['said']}）` : ''}`,
    disk_full: (f: Facts) => `磁盘快满了：剩余 ${size(f['free'])}，共 ${size(f['total'])}`,
    disk_slow: (f: Facts) => `写入太慢：${f['write_ms'] ?? '8000+'} ms`,
    no_cameras: () => '还没有添加摄像机',
    cameras_offline: (f: Facts) =>
      `${f['online'] ?? 0}/${f['total'] ?? 0} 台在线；不在线：${f['names'] ?? ''}` +
      `${Number(f['more'] ?? 0) > 0 ? ` 等 ${Number(f['more']) + 3} 台` : ''}`,
    not_supported: (f: Facts) => `本设备无法检查此项${f['said'] ? `。系统返回信息：${f['said']}` : ''}`,
  },
  /** The remedies, the most likely first. */
  remedy: {
    no_interface: ['确认设备的网卡没有被停用。', '重启设备后再检查一次。'],
    no_cable: ['检查网线两端是否插紧，换一根网线试试。', '确认交换机端口亮灯、没有被关闭。'],
    no_address: ['在“网络设置”中填写 IP 地址，或确认路由器已启用 DHCP。'],
    no_gateway: ['在“网络设置”中填写网关地址，可向网络管理员询问。'],
    gateway_silent: ['确认网关地址填写正确，且与设备在同一网段。', '检查路由器是否通电，VLAN 是否划对。'],
    no_dns: ['在“网络设置”中填写 DNS 服务器，可向网络管理员询问。'],
    dns_silent: ['确认 DNS 服务器地址填写正确。', '让网络管理员确认防火墙放行 UDP 53 端口。'],
    dns_wrong: ['检查域名有没有写错。', '如果域名只在内网有效，请使用内网的 DNS 服务器。'],
    clock_off: ['在“时间设置”中启用 NTP，或重新校时。', '时间不准会使停车时长和计费出错，请尽快处理。'],
    clock_free: ['在“时间设置”中指定一台能访问到的时间服务器。'],
    time_server_silent: [
      '在“时间设置”中测试此服务器，或换一台。',
      '让网络管理员确认防火墙放行 UDP 123 端口。',
    ],
    platform_silent: [
      '确认平台地址和端口填写正确。',
      '让网络管理员确认防火墙允许设备访问平台。',
      '向平台运维确认服务正在运行。',
    ],
    platform_refused: ['核对运营方编号和密钥。', '向平台确认本设备的序列号已登记。'],
    platform_name: ['检查平台地址有没有写错。', '回到“域名解析”一步确认 DNS 正常。'],
    no_storage: ['重启设备后再检查一次。', '如果仍无法写入，存储可能已损坏，需要更换。'],
    disk_full: ['在“本地存储”中查看是什么占用了空间。', '删除不需要的事件和日志，或先把等待的事件发送出去。'],
    disk_slow: [
      '稍后再检查一次：设备可能正在更新或大量写入。',
      '如果一直很慢，存储可能即将损坏，请安排更换。',
    ],
    cameras_offline: ['在摄像机列表中查看每一台停在哪一步。', '检查摄像机的供电、网线和密码。'],
    call: ['确认浏览器还能访问设备，然后从这一步重新检查。'],
  },
  /** The contact who can resolve it. */
  calls: {
    link: '现场施工人员',
    gateway: '网络管理员',
    dns: '网络管理员',
    time: '网络管理员',
    platform: '平台运维',
    storage: '设备供应商',
    cameras: '现场施工人员',
  },
  /** The page where it is resolved. */
  go: {
    link: '打开网络设置',
    gateway: '打开网络设置',
    dns: '打开网络设置',
    time: '打开时间设置',
    platform: '打开业务参数',
    storage: '打开本地存储',
    cameras: '打开摄像机列表',
  },

  bundle: '支持包',
  bundle_hint: '把日志、配置、版本和检查结果打包给技术支持。密码、密钥等在生成时就已去除。',
  bundle_not: '不包含：停车事件和图片、密码与密钥、VPN 配置、数据库。',
  bundle_role: '只有管理员可以生成支持包',
  make: '生成支持包',
  making: '正在收集…',
  making_says: '正在收集和去除机密信息，最多需要半分钟。',
  make_again: '重新生成',
  bundle_failed: '支持包没有生成',
  ready: (files: number, bytes: string) => `支持包已生成：${files} 个文件，共 ${bytes}`,
  ready_says: '请先查看下面的内容，再下载并发送给技术支持。链接 10 分钟内有效，文件 1 小时后自动删除。',
  download: '下载',
  expired: '下载链接已过期，请重新生成',
  file: '文件',
  content: '内容',
  bytes: '大小',
  redacted: '已去除的机密',
  redacted_n: (n: number) => (n === 0 ? '无' : `${n.toLocaleString('en')} 处`),
  files: {
    manifest: '清单：生成时间、版本、每个文件的大小和去除的机密数',
    diagnose: '七项检查的结果',
    status: '运行状态、磁盘、事件队列',
    configuration: '网络、时间、平台、摄像机和场景的设置',
    versions: '软件、系统和硬件的版本',
    logs: '设备日志，最新的 20,000 条',
    journal: '操作系统日志，最新的 3,000 条',
  },
}
