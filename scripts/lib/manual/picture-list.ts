/** The pictures of the manual: which page of the console each shows, and which chapters use it. */

export type ManualPicture = {
  readonly name: string
  /** The address of the page. */
  readonly path: string
  /** Folders and files of the console that draw the content of the picture. */
  readonly sources: readonly string[]
  readonly chapters: readonly string[]
  /** Alternative text of the picture. */
  readonly zh: string
  readonly tw: string
}

const pages = 'console/src/pages'

/** The size in pixels of the browser window, and the width of the finished picture. */
export const window_size = { width: 1200, height: 720 } as const
export const shown_width = 960

export const manual_pictures: readonly ManualPicture[] = [
  {
    name: 'sign-in',
    path: '/login',
    sources: ['console/src/login'],
    chapters: ['sign-in'],
    zh: '登录页：用户名、密码和登录按钮',
    tw: '登入頁：使用者名稱、密碼和登入按鈕',
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    sources: [`${pages}/dashboard`],
    chapters: ['dashboard'],
    zh: '仪表盘：各摄像机的画面与泊位、最新事件和设备状况',
    tw: '儀表板：各攝影機的畫面與車格、最新事件和裝置狀況',
  },
  {
    name: 'cameras',
    path: '/business/sceneConfig',
    sources: [`${pages}/business/sceneConfig`],
    chapters: ['cameras', 'first-event'],
    zh: '摄像机列表：画面、名称、状态和操作',
    tw: '攝影機清單：畫面、名稱、狀態和操作',
  },
  {
    name: 'lots',
    path: '/business/sceneConfig/scene',
    sources: ['console/src/scene-editor', `${pages}/business/sceneConfig/scene`],
    chapters: ['lots', 'first-event'],
    zh: '场景编辑页：左侧工具、画面上的泊位和右侧属性',
    tw: '場景編輯頁：左側工具、畫面上的車格和右側屬性',
  },
  {
    name: 'events',
    path: '/business/data/parking',
    sources: [`${pages}/business/data/parking`],
    chapters: ['events', 'first-event'],
    zh: '停车事件列表：查询条件、事件及其状态',
    tw: '停車事件清單：查詢條件、事件及其狀態',
  },
  {
    name: 'check',
    path: '/business/data/manual?tab=check',
    sources: [`${pages}/business/data/manual/check`],
    chapters: ['check'],
    zh: '核查页：证据图片、读到的车牌和结论按钮',
    tw: '查核頁：佐證圖片、讀到的車牌和結論按鈕',
  },
  {
    name: 'platform',
    path: '/business/params?tab=platform',
    sources: [`${pages}/business/params/platform`],
    chapters: ['platform'],
    zh: '平台参数：各个地址、密钥和测试按钮',
    tw: '平台參數：各個位址、金鑰和測試按鈕',
  },
  {
    name: 'network',
    path: '/device/netwrok',
    sources: [`${pages}/device/netwrok`],
    chapters: ['network'],
    zh: '网络设置：地址、子网掩码、网关和域名服务器',
    tw: '網路設定：位址、子網路遮罩、閘道和網域名稱伺服器',
  },
  {
    name: 'time',
    path: '/device/time',
    sources: [`${pages}/device/time`],
    chapters: ['time'],
    zh: '时间设置：设备时间、时区和时间服务器',
    tw: '時間設定：裝置時間、時區和時間伺服器',
  },
  {
    name: 'update',
    path: '/system/application',
    sources: [`${pages}/system/application`],
    chapters: ['update'],
    zh: '应用与软件页：分析程序、软件源和软件版本',
    tw: '應用與軟體頁：分析程式、套件庫和軟體版本',
  },
  {
    name: 'users',
    path: '/system/users',
    sources: [`${pages}/system/users`],
    chapters: ['users'],
    zh: '用户列表：用户名、角色、状态和操作',
    tw: '使用者清單：使用者名稱、角色、狀態和操作',
  },
]
