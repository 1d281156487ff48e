/**
 * Words that users type for what the console calls otherwise, in both scripts. A word for what the product
 * does not have (SMS, SNMP) leads to what serves its purpose.
 * Long because it is one table.
 */
import { initialsOf } from './initials.ts'

const groups: readonly (readonly [typed: string, means: string])[] = [
  // Billing and stays.
  ['违停 違停 夜间免费 夜間免費 免费时段 免費時段 费率 費率 收费时间 收費時間', '时段计划'],
  ['收费时段 收費時段 节假日 節假日 假日 计费 計費 计价 計價 价格 價格 月卡 月租 包月 包期', '时段计划'],
  ['投诉 投訴 客诉 客訴 纠纷 糾紛 申诉 申訴 退款 退费 退費 罚单 罰單 小票 收据 收據', '停车争议单'],
  ['支付 付款 缴费 繳費 发票 發票 欠费 欠費 逃费 逃費 订单 訂單 营收 營收 收入', '平台对账'],
  ['日报 日報 月报 月報 报表 報表 统计 統計 汇总 彙總 流水 对帐 對帳 账单 帳單', '每日清单, 平台对账'],
  ['停车记录 停車紀錄 停车时长 停車時數 停车时间 停車時間 进出记录 進出紀錄 补录 補錄', '停车时间轴'],
  ['无牌 無牌 无牌车 無牌車 白牌', '无车牌'],
  ['进场 進場 驶入 駛入', '入场'],
  ['出場 离场 離場 驶出 駛出', '出场'],
  ['利用率 周转率 週轉率 占用率 佔用率 空位 剩余车位 剩餘車位 空余 大屏 看板 电视墙 電視牆', '仪表盘'],
  ['停车费 停車費 白天 夜间 夜間 周末 週末', '时段计划'],
  ['查车 查車 找车 找車 查询车牌 查詢車牌 过车记录 過車紀錄 抓拍记录 擷圖紀錄', '停车事件'],
  ['没有出场 沒有出場 滞留 滯留 僵尸车 殭屍車 长期停放 長期停放', '停车时间轴'],
  ['少单 少單 漏单 漏單', '平台对账'],
  // Cameras and lots.
  ['换摄像机 換攝影機 更換攝影機 加摄像机 加攝影機 摄像机密码 攝影機密碼 闪烁 閃爍', '摄像机与场景'],
  ['搜索设备 搜尋裝置 搜索摄像机 搜尋攝影機', '添加摄像机, 摄像机与场景'],
  ['画面模糊 畫面模糊 不清晰', '参考画面, 摄像机与场景'],
  ['预置点 預置點', '预置位'],
  ['车位编号 車位編號 车格编号 車格編號', '场景与泊位'],
  ['摄像头 攝像頭 相机 相機 监控 監控 监视器 監視器 镜头 鏡頭 球机 球機 枪机 槍機 ipc nvr', '摄像机与场景'],
  ['画线 畫線 画车位 畫車位 画泊位 標定 标定 框选 框選 roi', '绘制泊位, 摄像机与场景'],
  ['rtsp 码流 碼流 串流 拉流 取流 直播 预览 預覽 视频流 視訊流 h264 h.264 h265 h.265 hevc mjpeg', '实时画面'],
  ['onvif gb28181 28181 国标 國標 海康 大华 大華 宇视 宇視 hikvision dahua', '添加摄像机, 摄像机与场景'],
  [
    '夜视 夜視 红外 紅外線 红外线 补光 補光 补光灯 補光燈 逆光 曝光 亮度 白平衡 宽动态 wdr',
    '摄像机与场景, 画面全黑',
  ],
  ['黑屏 黑畫面 画面黑 畫面黑 过暗 過暗 没画面 沒畫面 无画面 無畫面', '画面全黑, 取不到画面'],
  ['卡顿 卡頓 花屏 卡住 定格 画面卡 畫面卡 冻结 凍結', '画面静止'],
  ['移位 偏移 歪了 碰歪 撞歪 角度', '摄像机移动'],
  ['脏污 髒污 镜头脏 鏡頭髒 遮挡 遮擋 蜘蛛网 蜘蛛網', '参考画面'],
  ['ptz 转动 轉動 变倍 變倍 变焦 變焦 对焦 對焦 聚焦 巡航', '云台'],
  ['截图 截圖 抓图 抓圖 拍照 快照图 snapshot', '重新抓拍, 抓拍方式'],
  [
    '掉线 掉線 斷線 断线 断开 离线 離線 断网 斷網 offline 失联 失聯 摄像机离线 攝影機離線',
    '摄像机中断, 摄像机与场景',
  ],
  ['plate 车牌号 車號 车号', '车牌号码'],
  ['车位 車位 停车位 停車位 停车格 停車格 lot', '泊位'],
  ['停车场 停車場 场库 場庫 路段 场域 場域 车场 車場', '停车场编号, 各停车场的空闲泊位'],
  // Recognition.
  ['准确度 準確度 正确率 正確率 识别率 辨識率', '识别准确率'],
  ['核车牌 核車牌', '人工核查'],
  ['新能源 绿牌 綠牌 黄牌 黃牌 蓝牌 藍牌', '车牌类型'],
  ['电动车 電動車 电瓶车 電瓶車', '检测摩托车'],
  ['车牌识别 車牌辨識 准确率 準確率 抽检 抽檢 漏检 漏檢 误报 誤報 漏报 漏報 误检 誤檢', '识别准确率'],
  ['误识别 誤辨識 识别不准 辨識不準 识别错误 辨識錯誤 错牌 錯牌 ocr lpr anpr', '识别准确率'],
  ['灵敏度 靈敏度 敏感度 压线 壓線 跨位 斜停 越线 越線', '占位阈值, 跟踪阈值'],
  ['置信度 信心度 信心值 可信度 把握', '置信度, 车牌自动采用阈值'],
  ['算法 演算法 检测 檢測 偵測', '算法'],
  ['改车牌 改車牌 车牌错 車牌錯', '更正车牌'],
  ['审核 審核 复核 複核 人工审核 人工審核', '人工核查'],
  ['ai 神经网络 類神經網路 onnx 训练 訓練', '分析模型'],
  // Pictures and evidence.
  ['水印 浮水印 osd 时间戳 時間戳 字幕', '叠加文字'],
  ['打码 打碼 马赛克 馬賽克 人脸 人臉 脱敏 脫敏 个资 個資 gdpr', '隐私保护'],
  ['录像 錄影 錄像 视频 視頻 回放 重播 录制 錄製 短视频 mp4', '录制视频'],
  [
    '照片 相片 图片质量 圖片品質 压缩 壓縮 清晰度 画质 畫質 jpg jpeg 图片大小 圖片大小 分辨率 解析度',
    '图片, 单张最大字节数',
  ],
  ['取证 取證 举证 舉證 证据链 證據鏈 哈希 hash ga/t gat832', '证据规则, 取证档案'],
  // Network.
  ['静态ip 靜態ip 固定ip ip地址 ip位址 改ip ip eth0 网线 網線 网口 網口 网卡 網卡 有线 有線', 'ipv4'],
  ['dhcp 自动获取 自動取得', '自动获取（DHCP）'],
  ['子网 子網 掩码 遮罩 子網遮罩 netmask subnet', '子网掩码'],
  ['路由 路由器 gateway 默认网关 預設閘道', '网关'],
  ['mac 物理地址 實體位址', 'MAC 地址'],
  ['带宽 頻寬 4g 5g wifi wlan 无线 無線 sim sim卡 流量 宽带 寬頻 ipv6 poe 上网 上網 连网 連網', '网络设置'],
  ['域名 網域 网址 nslookup', 'dns'],
  ['ping 测速 測速 traceroute 连通 連通 网络测试 網路測試 网络不通 網路不通', '网络设置, 引导诊断'],
  ['检查网络 檢查網路 连不上 連不上', '引导诊断'],
  ['openvpn wireguard 隧道 隧道地址 内网穿透 內網穿透 frp 专线 專線', 'VPN'],
  [
    '远程 遠端 远程维护 遠端維護 远程协助 遠端協助 ssh telnet 命令行 命令列 终端 終端機 root sudo shell',
    '支持包, VPN',
  ],
  ['防火墙 防火牆 黑名单 黑名單 封ip 允许ip 允許ip 访问控制 存取控制 acl', '访问白名单'],
  ['代理 proxy 端口 連接埠 埠号 埠號 port', '网络设置'],
  // Time.
  ['校时 對時 对时 时区 時區 ntp 授时 授時 时间不对 時間不對 时间错 時間錯 改时间 改時間', '时间设置'],
  ['夏令时 夏令時 夏令時間 日光節約 utc gmt ptp', '设备时区, 时间设置'],
  // The device.
  ['gps 北斗 定位 坐标 座標 经纬度 經緯度 地图 地圖', '经度, 使用当前位置'],
  [
    'sn s/n 序列号 序號 设备号 設備號 设备编号 裝置編號 机器码 機器碼 铭牌 銘牌 型号 型號',
    '基本信息, 设备序列号',
  ],
  ['改名 重命名 重新命名 设备名 裝置名 hostname', '设备名称, 主机名称'],
  ['cpu 内存 記憶體 温度 溫度 风扇 風扇 负载 負載 性能 效能 ram 过热 過熱', '性能, 温度'],
  [
    '保修 保固 质保 維保 维保 售后 售後 客服 报修 報修 维修 維修 技术支持 技術支援 厂家 廠商',
    '支持包, 基本信息',
  ],
  ['抓包 封包 tcpdump wireshark pcap 调试 除錯 debug 排障 故障 故障排除', '支持包, 引导诊断, 按现象排查'],
  ['重置 还原 恢复出厂 恢復原廠 恢復出廠 初始化 清空数据 清空資料 reset 格式化', '恢复出厂设置'],
  ['擦除 抹除 转让 轉讓 报废 報廢', '彻底清除设备'],
  ['恢复默认 恢復預設 默认值 預設值', '与出厂值不同'],
  ['重啟 重启设备 重新開機 重开机 关机 關機 开机 開機 断电 斷電 reboot restart', '重启设备, 重启与恢复'],
  ['备份 備份 backup 还原点 還原點 克隆 複製設定 复制配置', '快照, 导入导出'],
  ['导出配置 匯出設定 配置导出 設定匯出 配置 配置文件 設定檔 批量配置 批次設定 模板', '导入导出'],
  ['升级 升級 更新 固件 韌體 补丁 補丁 回滚 回滾 退版 降级 降級 upgrade firmware apt', '软件版本'],
  ['授权 授權 许可 許可 license 激活 啟用碼 开源 開源 关于 關於 about', '第三方软件声明, 软件版本'],
  ['硬盘 硬碟 磁盘 磁碟 空间 空間 内存卡 記憶卡 sd卡 u盘 隨身碟 tf卡 ssd raid 容量', '本地存储'],
  [
    '磁盘满 磁碟滿 硬盘满 硬碟滿 存储天数 保存天數 保存多久 保留 清理 自动删除 自動刪除 循环覆盖',
    '本地存储, 保留规则',
  ],
  ['补传 補傳 重传 重傳 重发 重發 断点续传 积压 積壓 堵塞 上传失败 上傳失敗', '补传'],
  // Peers.
  ['heartbeat 平台连不上 平台連不上', '心跳地址, 平台'],
  ['云存储 雲端儲存 oss s3 ftp ftps sftp minio cos obs nas bucket 存储桶 儲存貯體 图床', '对象存储'],
  [
    'api 接口 介接 回调 回調 webhook http 上报 上報 推送 平台地址 上传地址 上傳網址 平台参数 平台參數 第三方 对接 對接',
    '平台, 接口地址',
  ],
  ['运营商 營運商 運營商 商户号 商戶號', '运营方编号'],
  ['token 令牌 權杖 密钥 金鑰 apikey api_key', '访问令牌, 接口地址'],
  ['topic broker 物联网 物聯網 iot', 'MQTT'],
  ['报警 報警 警告 alert', '告警'],
  ['确认告警 確認警報', '告警中心'],
  ['邮箱 信箱 邮件 郵件 smtp email mail e-mail 告警通知 警報通知', '告警邮件'],
  ['短信 簡訊 简讯 sms 微信 企业微信 钉钉 釘釘 飞书 line 推播 通知 消息推送 电话 電話', '告警邮件, MQTT'],
  ['声光 聲光 喇叭 蜂鸣器 蜂鳴器 声音 聲音 继电器 繼電器 io 道闸 道閘 车位锁 車位鎖 led 屏', 'MQTT'],
  ['snmp trap zabbix nagios 网管 網管 指标 指標 metrics', '监控接入'],
  ['syslog 日志服务器 記錄伺服器 siem rsyslog', '发送到 Syslog 服务器'],
  ['log 日志 日誌 紀錄 报错 報錯 审计 審計 稽核 登录记录 登入紀錄 操作日志', '系统日志'],
  // Access.
  ['证书 憑證 ssl tls https ca csr 不安全 加密访问', 'https 证书'],
  [
    '密码 密碼 改密码 換密碼 换密码 改密碼 重设密码 重設密碼 密码过期 密碼過期 password passwd',
    '修改密码, 變更密碼, 找回密码',
  ],
  ['忘记密码 忘記密碼 密码丢失 登录不了 登不进去 登不進去 登录失败 登入失敗', '找回密码'],
  ['锁定 鎖定 解锁 解鎖 账号锁定 帳號鎖定 权限 權限 账号 帳號 账户 帳戶 权限管理', '用户与角色, 角色权限'],
  ['加人 管理员密码 管理員密碼', '用户与角色'],
  ['注销 註銷 退出 登出 logout 切换用户 切換使用者', '退出登录, 登出'],
  ['二次验证 二次驗證 双因素 雙因素 动态码 動態碼 totp 2fa mfa 验证码 驗證碼', '两步验证, 兩步驟驗證'],
  ['在线用户 線上使用者 踢下线 強制登出 会话 工作階段 超时 逾時 自动退出 自動登出', '登录会话, 登入工作階段'],
  [
    '谁改的 誰改的 修改记录 修改紀錄 误删 誤刪 恢复删除 復原刪除 撤销 撤銷 undo 回收站 資源回收筒',
    '操作历史',
  ],
  ['变更记录 變更紀錄', '修改历史'],
  // The console.
  ['暗色 夜间模式 夜間模式 黑色主题 深色 深色模式 护眼 護眼 dark', '主题：深色, 主題：深色'],
  ['字体 字體 字型 字型大小 字号 字號 放大 大字 繁体 繁體 简体 簡體 英文 english', '界面设置'],
  ['帮助 幫助 說明 说明书 說明書 教程 教學 文档 文件 help manual 快捷键 快速鍵 快捷鍵', '使用手册'],
  ['主页 主頁 首页 首頁 home wall', '仪表盘'],
  [
    '打印 列印 扫码 掃描 二维码 qr qrcode 开局 開局 开通 開通 验收 驗收 竣工 向导 嚮導 精灵 精靈',
    '安装与交接',
  ],
  ['excel xlsx 导表 下载记录 下載紀錄', '导出停车事件, 匯出停車事件'],
]

const table = new Map<string, readonly string[]>()
for (const [typed, means] of groups)
  for (const word of typed.split(' '))
    table.set(word, [...(table.get(word) ?? []), ...means.toLowerCase().split(', ')])
const longest = Math.max(...[...table.keys()].map(({ length }) => length))

/** What a typed word may mean, in lower case; empty if it has no synonym. */
export const synonyms = (word: string): readonly string[] => table.get(word) ?? []

/** What the words within a typed sentence may mean, each with the number of signs of its word. */
export function synonymsWithin(text: string): { means: readonly string[]; signs: number }[] {
  const found: { means: readonly string[]; signs: number }[] = []
  for (let at = 0; at < text.length; at++) {
    for (let signs = Math.min(longest, text.length - at); signs > 1; signs--) {
      const means = table.get(text.slice(at, at + signs))
      if (means) found.push({ means, signs })
    }
  }
  return found
}

const spoken = /^\p{Script=Han}{2,}$/u
const by_initials = new Map<string, readonly string[]>()

/** The same for the pinyin initials of such a word. */
export function synonymsByInitials(initials: string): readonly string[] {
  if (by_initials.size === 0)
    for (const [word, means] of table) {
      if (!spoken.test(word)) continue
      const key = initialsOf(word)
      by_initials.set(key, [...(by_initials.get(key) ?? []), ...means])
    }
  return by_initials.get(initials) ?? []
}
