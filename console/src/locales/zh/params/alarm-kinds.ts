/** The names of the kinds of alarms. */
export default {
  camera_down: '摄像机中断',
  camera_moved: '摄像机移动',
  camera_dark: '画面全黑',
  camera_frozen: '画面静止',
  camera_clock: '摄像机时间不准',
  disk: '磁盘空间不足',
  queue: '事件积压',
  clock: '时间不准',
  sign_in: '反复尝试登录',
  analysis: '分析程序未运行',
  platform: '平台无法连接',
  storage: '对象存储无法使用',
  certificate: '证书即将到期',
  model: '模型自动回退',
  upgrade: '升级未成功',
}
