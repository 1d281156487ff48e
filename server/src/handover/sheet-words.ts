/** Texts of the handover sheet in both scripts, written by hand. Long because it has two dictionaries. */
import type { handover_findings, HandoverTest, InstallGap, InstallStep, Language } from '@parking/contract'

type Finding = (typeof handover_findings)[number]
export type Words = {
  title: string
  as_of: string
  never: string
  none: string
  not_connected: string
  verdict_done: string
  verdict_open: (n: number) => string
  installed: string
  open: string
  open_none: string
  put_off: string
  tests: string
  test: string
  result: string
  finding: string
  when: string
  took: string
  not_run: string
  stale: string
  results: Readonly<Record<'good' | 'failed' | 'skipped', string>>
  proof: string
  proof_none: string
  proof_rows: Readonly<Record<'event' | 'lot' | 'seen' | 'stored' | 'sent' | 'answered', string>>
  proof_pictures: (n: number, mb: string) => string
  types: Readonly<Record<string, string>>
  cameras: string
  camera: Readonly<Record<'name' | 'sn' | 'model' | 'ipv4' | 'size' | 'state', string>>
  camera_states: Readonly<Record<0 | 1 | 2, string>>
  parks: string
  park: string
  lot_count: string
  lot_numbers: string
  scenes: string
  scene_off: string
  no_picture: string
  lots: (n: number) => string
  signatures: string
  signers: readonly string[]
  sign_name: string
  sign_date: string
  facts: Readonly<
    Record<
      | 'name'
      | 'serial'
      | 'model'
      | 'hardware'
      | 'firmware'
      | 'version'
      | 'application'
      | 'place'
      | 'coordinates'
      | 'ipv4'
      | 'gateway'
      | 'dns'
      | 'mac'
      | 'zone'
      | 'ntp'
      | 'certificate'
      | 'platform'
      | 'operator'
      | 'storage'
      | 'bucket',
      string
    >
  >
  no_https: string
  note: string
  steps: Readonly<Record<InstallStep, string>>
  gaps: Readonly<Record<InstallGap, string>>
  names: Readonly<Record<HandoverTest, string>>
  findings: Readonly<Record<Finding, string>>
}

const zh: Words = {
  title: '停车边缘设备交接单',
  as_of: '状态截至',
  never: '尚无记录',
  none: '未设置',
  not_connected: '未连接',
  verdict_done: '各项均已完成，可以交接',
  verdict_open: (n) => `还有 ${n} 个未完成项，见第 2 节`,
  installed: '安装内容',
  open: '未完成项',
  open_none: '没有未完成项。',
  put_off: '安装时选择暂缓',
  tests: '测试结果',
  test: '测试',
  result: '结果',
  finding: '说明',
  when: '测试时间',
  took: '用时',
  not_run: '未测试',
  stale: '测试后设置已更改',
  results: { good: '通过', failed: '未通过', skipped: '无需检查' },
  proof: '实车验证',
  proof_none: '设备还没有产生停车事件。',
  proof_rows: {
    event: '事件编号',
    lot: '泊位与类型',
    seen: '看见车辆',
    stored: '保存图片',
    sent: '发送到平台',
    answered: '平台应答',
  },
  proof_pictures: (n, mb) => `${n} 张，共 ${mb} MB`,
  types: { 0: '初始入场', 1: '入场', 3: '出场' },
  cameras: '摄像机',
  camera: { name: '名称', sn: '序列号', model: '型号', ipv4: 'IP 地址', size: '分辨率', state: '状态' },
  camera_states: { 0: '离线', 1: '在线', 2: '异常' },
  parks: '停车场与泊位',
  park: '停车场编号',
  lot_count: '泊位数',
  lot_numbers: '泊位编号',
  scenes: '场景画面',
  scene_off: '未启用',
  no_picture: '没有保存绘制泊位时的画面。',
  lots: (n) => `${n} 个泊位`,
  signatures: '签字',
  signers: ['安装方', '接收方'],
  sign_name: '姓名与签字',
  sign_date: '日期',
  facts: {
    name: '设备名称',
    serial: '序列号',
    model: '型号',
    hardware: '硬件标识',
    firmware: '固件版本',
    version: '软件版本',
    application: '分析程序',
    place: '安装地址',
    coordinates: '经度、纬度',
    ipv4: 'IP 地址',
    gateway: '网关',
    dns: 'DNS 服务器',
    mac: 'MAC 地址',
    zone: '时区',
    ntp: '时间服务器',
    certificate: '证书指纹（SHA-256）',
    platform: '平台',
    operator: '运营方编号',
    storage: '对象存储',
    bucket: '存储桶',
  },
  no_https: '管理控制台未启用 HTTPS',
  note: '本单由设备根据当前状态生成，不含密码、密钥和车牌。状态不变时，重新生成的内容完全相同。',
  steps: {
    place: '名称与地点',
    network: '网络',
    time: '时间',
    cameras: '摄像机',
    lots: '泊位',
    platform: '平台',
    storage: '存储',
    proof: '实车验证',
    handover: '交接',
  },
  gaps: {
    no_name: '还没有给设备命名',
    no_place: '还没有填写详细地址或经纬度',
    untested: '设置之后还没有测试',
    failed: '测试未通过',
    no_time_server: '没有启用自动校时',
    no_cameras: '还没有添加摄像机',
    cameras_offline: '有摄像机不在线',
    no_lots: '有摄像机还没有绘制泊位',
    no_platform: '还没有设置平台的事件地址',
    no_storage: '还没有设置对象存储',
    no_event: '还没有车辆产生停车事件',
    not_answered: '停车事件还没有得到平台的成功应答',
  },
  names: {
    link: '网线与网卡',
    gateway: '网关',
    dns: '域名解析',
    time: '时间',
    platform: '平台',
    storage: '本地存储',
    cameras: '摄像机',
    object_storage: '对象存储',
  },
  findings: {
    ok: '正常',
    no_interface: '没有找到网卡',
    no_cable: '网线没有接通',
    no_address: '网卡没有 IP 地址',
    no_gateway: '没有设置网关',
    gateway_silent: '网关没有应答',
    no_dns: '没有设置 DNS 服务器',
    dns_silent: 'DNS 服务器没有应答',
    dns_wrong: 'DNS 服务器找不到所需的域名',
    no_names: '都使用 IP 地址，不需要解析',
    clock_off: '时间偏差超过 1 秒',
    clock_free: '时钟还没有同步',
    time_server_silent: '时间服务器没有应答',
    no_time_server: '没有启用自动校时',
    no_platform: '没有设置平台地址',
    platform_silent: '平台没有应答',
    platform_refused: '平台不接受本设备',
    platform_name: '平台的域名无法解析',
    no_storage: '数据目录无法写入',
    disk_full: '磁盘空间不足',
    disk_slow: '磁盘写入太慢',
    no_cameras: '没有添加摄像机',
    cameras_offline: '有摄像机不在线',
    not_supported: '本设备无法检查此项',
    no_object_storage: '没有设置对象存储',
    object_storage_failed: '写入并读回测试对象时失败',
  },
}

const tw: Words = {
  title: '停車邊緣裝置交接單',
  as_of: '狀態截至',
  never: '尚無紀錄',
  none: '未設定',
  not_connected: '未連線',
  verdict_done: '各項均已完成，可以交接',
  verdict_open: (n) => `還有 ${n} 個未完成項目，見第 2 節`,
  installed: '安裝內容',
  open: '未完成項目',
  open_none: '沒有未完成項目。',
  put_off: '安裝時選擇暫緩',
  tests: '測試結果',
  test: '測試',
  result: '結果',
  finding: '說明',
  when: '測試時間',
  took: '耗時',
  not_run: '未測試',
  stale: '測試後設定已變更',
  results: { good: '通過', failed: '未通過', skipped: '不需檢查' },
  proof: '實車驗證',
  proof_none: '裝置還沒有產生停車事件。',
  proof_rows: {
    event: '事件編號',
    lot: '車格與類型',
    seen: '看見車輛',
    stored: '儲存圖片',
    sent: '傳送到平台',
    answered: '平台回應',
  },
  proof_pictures: (n, mb) => `${n} 張，共 ${mb} MB`,
  types: { 0: '初始進場', 1: '進場', 3: '出場' },
  cameras: '攝影機',
  camera: { name: '名稱', sn: '序號', model: '型號', ipv4: 'IP 位址', size: '解析度', state: '狀態' },
  camera_states: { 0: '離線', 1: '已連線', 2: '異常' },
  parks: '停車場與車格',
  park: '停車場編號',
  lot_count: '車格數',
  lot_numbers: '車格編號',
  scenes: '場景畫面',
  scene_off: '未啟用',
  no_picture: '沒有儲存繪製車格時的畫面。',
  lots: (n) => `${n} 個車格`,
  signatures: '簽名',
  signers: ['安裝方', '接收方'],
  sign_name: '姓名與簽名',
  sign_date: '日期',
  facts: {
    name: '裝置名稱',
    serial: '序號',
    model: '型號',
    hardware: '硬體識別碼',
    firmware: '韌體版本',
    version: '軟體版本',
    application: '分析程式',
    place: '安裝地址',
    coordinates: '經度、緯度',
    ipv4: 'IP 位址',
    gateway: '閘道',
    dns: 'DNS 伺服器',
    mac: 'MAC 位址',
    zone: '時區',
    ntp: '時間伺服器',
    certificate: '憑證指紋（SHA-256）',
    platform: '平台',
    operator: '營運方編號',
    storage: '物件儲存',
    bucket: '儲存貯體',
  },
  no_https: '管理主控台未啟用 HTTPS',
  note: '本單由裝置依目前狀態產生，不含密碼、金鑰和車牌。狀態不變時，重新產生的內容完全相同。',
  steps: {
    place: '名稱與地點',
    network: '網路',
    time: '時間',
    cameras: '攝影機',
    lots: '車格',
    platform: '平台',
    storage: '儲存',
    proof: '實車驗證',
    handover: '交接',
  },
  gaps: {
    no_name: '還沒有為裝置命名',
    no_place: '還沒有填寫詳細地址或經緯度',
    untested: '設定之後還沒有測試',
    failed: '測試未通過',
    no_time_server: '沒有啟用自動校時',
    no_cameras: '還沒有新增攝影機',
    cameras_offline: '有攝影機離線',
    no_lots: '有攝影機還沒有繪製車格',
    no_platform: '還沒有設定平台的事件網址',
    no_storage: '還沒有設定物件儲存',
    no_event: '還沒有車輛產生停車事件',
    not_answered: '停車事件還沒有得到平台的成功回應',
  },
  names: {
    link: '網路線與網路卡',
    gateway: '閘道',
    dns: '網域名稱解析',
    time: '時間',
    platform: '平台',
    storage: '裝置儲存空間',
    cameras: '攝影機',
    object_storage: '物件儲存',
  },
  findings: {
    ok: '正常',
    no_interface: '找不到網路卡',
    no_cable: '網路線沒有接通',
    no_address: '網路卡沒有 IP 位址',
    no_gateway: '沒有設定閘道',
    gateway_silent: '閘道沒有回應',
    no_dns: '沒有設定 DNS 伺服器',
    dns_silent: 'DNS 伺服器沒有回應',
    dns_wrong: 'DNS 伺服器找不到所需的網域名稱',
    no_names: '都使用 IP 位址，不需要解析',
    clock_off: '時間偏差超過 1 秒',
    clock_free: '時鐘還沒有同步',
    time_server_silent: '時間伺服器沒有回應',
    no_time_server: '沒有啟用自動校時',
    no_platform: '沒有設定平台位址',
    platform_silent: '平台沒有回應',
    platform_refused: '平台不接受本裝置',
    platform_name: '平台的網域名稱無法解析',
    no_storage: '資料目錄無法寫入',
    disk_full: '磁碟空間不足',
    disk_slow: '磁碟寫入太慢',
    no_cameras: '沒有新增攝影機',
    cameras_offline: '有攝影機離線',
    not_supported: '本裝置無法檢查此項',
    no_object_storage: '沒有設定物件儲存',
    object_storage_failed: '寫入並讀回測試物件時失敗',
  },
}

export const sheet_words: Readonly<Record<Language, Words>> = { zh, tw }
