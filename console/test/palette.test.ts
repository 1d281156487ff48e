/**
 * What the palette finds: pages, every label of every page, and the chapters of the manual.
 * Long because it is a table of what users type.
 */
import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chapters } from '../../manual/site/chapters.mjs'
import { root } from '../../scripts/lib/root.mjs'
import { best_rows, findEntries, type Entry } from '../src/layout/palette/find-entries.ts'
import { initialsOf } from '../src/layout/palette/initials.ts'
import { loadLabels } from '../src/layout/palette/label-index.ts'
import { loaders } from '../src/locales/areas.ts'
import { flatRows, routes } from '../src/routes.tsx'

const entry = (id: string, label: string, keywords: string): Entry => ({
  id,
  group: 'pages',
  label,
  keywords,
})
const entries = [
  entry('base', '基本信息', 'base jbxx jibenxinxi'),
  entry('log', '系统日志', 'log xtrz'),
  entry('parking', '停车事件', 'parking event log tcsj'),
]
const ids = (query: string) => findEntries(entries, query).map((found) => found.id)

test('an empty query shows everything in order', () => expect(ids('  ')).toEqual(['base', 'log', 'parking']))
test('finds words in either script', () => expect(ids('日志')).toEqual(['log']))
test('finds by pinyin initials and by English', () => {
  expect(ids('jbxx')).toEqual(['base'])
  expect(ids('TCSJ')).toEqual(['parking'])
  expect(ids('log')).toEqual(['log', 'parking'])
})
test('every word must match', () => expect(ids('event log')).toEqual(['parking']))
test('no match is an empty list', () => expect(ids('zzz')).toEqual([]))

const languages = ['zh', 'tw'] as const

/** The index as the palette searches it: titles of pages, their labels, and the chapters of the manual. */
async function indexOf(language: 'zh' | 'tw') {
  const second = language === 'zh' ? 'tw' : 'zh'
  const [own, other] = await Promise.all(
    ([language, second] as const).map(async (one) => ({
      routes: (await loaders[one].shell()).default.routes,
      chapters: (await loaders[one].chapters()).default as Record<string, string>,
    })),
  )
  const labels = await loadLabels(routes, language)
  const pages = flatRows().filter((row) => row.page && row.title && row.keywords)
  return [
    ...pages.map((row): Entry & { path: string } => ({
      id: row.path,
      group: 'pages',
      label: own!.routes[row.title!],
      other: other!.routes[row.title!],
      keywords: row.keywords!,
      path: row.path,
    })),
    ...labels.map((one): Entry & { path: string } => ({
      id: one.path,
      group: 'settings',
      label: one.label || own!.routes[one.title],
      keywords: '',
      other: one.other,
      help: one.help,
      minor: one.minor,
      tab: one.tab,
      path: one.path.replace(/[?&]field=.*/, ''),
    })),
    ...Object.entries(own!.chapters).map(([name, label]): Entry & { path: string } => ({
      id: name,
      group: 'manual',
      label,
      keywords: '',
      other: other!.chapters[name]!,
      path: `manual ${name}`,
    })),
  ]
}

test('every label of every page finds its page among the first three, in either script', async () => {
  const index = await indexOf('zh')
  expect(index.length).toBeGreaterThan(1_000)
  const holders = new Map<string, Set<string>>()
  // What names a thing of another page leads to that page instead.
  for (const { label, other = '', path } of index.filter(({ minor }) => !minor))
    for (const text of [label, other]) holders.set(text, (holders.get(text) ?? new Set()).add(path))
  const lost = [...holders].flatMap(([text, paths]) => {
    // A label that more than three pages have cannot lead to all of them.
    if (text === '' || paths.size > best_rows) return []
    const found = findEntries(index, text)
      .slice(0, best_rows)
      .map(({ path }) => path)
    return [...paths].filter((path) => !found.includes(path)).map((path) => `${text} of ${path}`)
  })
  expect(lost).toEqual([])
}, 120_000)

/** What installers, operators and checkers type, where the console has another word or nothing of its own. */
test.each([
  [
    '经度 經度 GPS 北斗 经纬度 經緯度 SN 序列号 序號 型号 保修 保固 设备名 设备编号 裝置編號 jd jwd',
    '/device/base',
  ],
  ['固定IP 固定ip IP地址 IP位址 IP DHCP DNS MAC 网关 閘道 子网掩码 子網遮罩 4G WiFi', '/device/netwrok'],
  ['IPv6 代理 proxy ping 测速 VPN wireguard 内网穿透 SSH telnet 远程 遠端', '/device/netwrok'],
  ['改时间 改時間 NTP 时区 時區 校时 對時 夏令时 日光節約 时间不对 UTC sq', '/device/time'],
  ['补传 補傳 重发 重傳 积压 磁盘满 硬碟滿 存储天数 清理 SD卡 U盘 隨身碟 SSD cpm', '/device/storage'],
  ['静音 靜音 确认告警 確認警報 告警 警報 报警', '/system/alarms'],
  ['日志 紀錄 审计 稽核 报错 syslog log', '/system/log'],
  ['谁改的 誤刪 撤销 回收站', '/system/acts'],
  ['向导 精靈 验收 驗收 二维码 QR 扫码', '/install'],
  [
    '擦除 轉讓 报废 恢复出厂 恢復原廠 初始化 reset 格式化 重启 重啟 重新開機 关机 断电 reboot',
    '/system/operation',
  ],
  [
    '检查网络 連不上 抓包 封包 tcpdump wireshark 保修 售后 技术支持 技術支援 故障排除 SSH',
    '/system/operation?tab=diagnose',
  ],
  ['升级 升級 固件 韌體 补丁 回滚 版本 授权 license', '/system/application'],
  ['AI 训练 訓練 onnx', '/system/models'],
  [
    '动态码 動態碼 2FA 踢下线 線上使用者 权限 權限 账号 帳號 解锁 会话 自动退出 加人 管理員密碼',
    '/system/users',
  ],
  ['防火墙 防火牆 黑名单 黑名單 访问控制', '/system/whitelist'],
  ['证书 憑證 HTTPS SSL TLS CSR 不安全 zs', '/system/certificate'],
  ['SNMP zabbix grafana Prometheus 指标 網管', '/system/monitoring'],
  ['字体 字型大小 繁体 繁體 语言 語言 language', '/index'],
  ['业务模式 業務模式 摄像头 攝像頭 相机 RTSP ONVIF H.265 码流 直播 PTZ 云台', '/business/sceneConfig'],
  ['画车位 畫車位 截图 截圖 夜视 夜視 红外 逆光 补光 离线 斷線 海康 GB28181 NVR', '/business/sceneConfig'],
  ['换摄像机 更換攝影機 加摄像机 攝影機密碼 搜索设备 畫面模糊 预置点 闪烁', '/business/sceneConfig'],
  ['车位编号 車格編號 批量修改 批次修改', '/business/sceneList'],
  [
    '时段计划 時段計畫 违停 夜间免费 夜間免費 收费时段 收費時段 月租 节假日 计费 停车费 夜間 sdjh',
    '/business/params?tab=schedule',
  ],
  ['水印 浮水印 马赛克 馬賽克 人脸 个资 录像 錄影 回放 照片 图片大小 解析度', '/business/params?tab=event'],
  ['灵敏度 靈敏度 压线 跨位 截图 演算法 绿牌 綠牌 电动车', '/business/params?tab=alg'],
  ['FTP SFTP S3 OSS MinIO NAS 云存储 雲端儲存', '/business/params?tab=storage'],
  ['API 接口 webhook 推送 上报 对接 營運商 heartbeat 平台连不上 平台參數', '/business/params?tab=platform'],
  ['短信 簡訊 SMS 微信 钉钉 LINE 推播 通知 邮件 SMTP email 告警通知', '/business/params?tab=alarm'],
  ['MQTT 短信 喇叭 道闸 继电器 topic 物联网', '/business/params?tab=mqtt'],
  ['备份 備份 导出配置 克隆 导入 匯入', '/business/params?tab=document'],
  ['恢复默认 預設值 变更记录', '/business/params?tab=history'],
  ['无牌车 無牌車 查车 找車 查詢車牌 过车记录', '/business/data/parking'],
  ['投诉 投訴 退款 罚单 改车牌 改車牌 停车时长 打印 列印 没有出场 滯留 僵尸车', '/business/data/stays'],
  ['审核 審核 复核 複核 核车牌', '/business/data/manual'],
  ['漏检 漏檢 误报 誤報 识别不准 辨識不準 OCR 准确率 正确率 辨識率', '/business/accuracy'],
  ['证据链 哈希 GA/T', '/business/evidence-rules'],
  ['日报 日報 报表 報表 统计 統計 账单 发票 支付 漏单', '/business/reconcile'],
  ['利用率 周转率 空位 大屏 首页 首頁', '/dashboard'],
  ['忘记密码 忘記密碼 登录失败 wjmm', 'manual password'],
  ['帮助 說明書 快捷键 help', 'manual index'],
  // A sentence: by the words in it.
  ['摄像头离线怎么办 攝影機離線怎麼辦 画面黑了', '/business/params?tab=alarm'],
  ['怎么发短信给我', '/business/params?tab=alarm'],
  ['怎么修改IP地址', '/device/netwrok'],
  ['硬盘满了怎么办 硬碟滿了怎麼辦', '/device/storage'],
])('%s leads to %s', async (typed, path) => {
  const lost: string[] = []
  for (const language of languages) {
    const index = await indexOf(language)
    for (const one of typed.split(' ')) {
      const found = findEntries(index, one).slice(0, best_rows)
      if (!found.some((entry) => entry.path === path || entry.path.startsWith(`${path}?`)))
        lost.push(`${language} ${one}: ${found.map((entry) => `${entry.label} ${entry.path}`).join(', ')}`)
    }
  }
  expect(lost).toEqual([])
})

test.each([
  ['网络 網路', '/device/netwrok'],
  ['告警 警報', '/system/alarms'],
])('%s shows first the page that is called so, in either script', async (typed, path) => {
  for (const language of languages) {
    const index = await indexOf(language)
    for (const one of typed.split(' ')) expect([one, findEntries(index, one)[0]!.path]).toEqual([one, path])
  }
})

test('every parameter leads to its field, and is found by words of its help', async () => {
  const labels = await loadLabels(routes, 'zh')
  for (const field of ['track_th', 'cover_th', 'osd_enabled', 'privacy_protection', 'image_width']) {
    const found = labels.find(({ path }) => path.includes(`field=${field}`))
    expect([field, found?.path.startsWith('/business/params?tab=')]).toEqual([field, true])
    expect([field, found?.help]).not.toEqual([field, ''])
  }
})

test.each(languages)('%s: the titles of the chapters are those of the manual', async (language) => {
  const titles = (await loaders[language].chapters()).default
  const written = Object.fromEntries(
    (chapters as string[]).map((name) => [
      name,
      readFileSync(join(root, 'manual', language, `${name}.md`), 'utf8')
        .split('\n')[0]!
        .replace(/^# /, ''),
    ]),
  )
  expect(titles).toEqual(written)
})

test('pinyin initials are those of either script', () => {
  expect(['经度', '經度', '重启与恢复', '时段计划', '對象存儲 S3', '摄像机'].map(initialsOf)).toEqual([
    'jd',
    'jd',
    'cqyhf',
    'sdjh',
    'dxccs3',
    'sxj',
  ])
})
