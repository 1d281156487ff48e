/** Editing a camera. */
export default {
  open: '修改',
  title: (name: string) => `修改摄像机：${name}`,
  hint: '改了地址或账号时，先连接并核对画面，再保存；只改名称则直接保存。',
  measured: '以下由摄像机自己报告，不用填写',
  submit: '连接并核对',
  seen: '这是按新设置刚刚抓拍的画面。确认是同一台摄像机后再保存；现在还没有保存任何内容。',
  unseen: '设备未安装 ffmpeg，保存前看不到视频流的画面。',
  cancel: '取消',
  back: '返回修改',
  save: '保存修改',
  saving: '正在保存…',
  saved: '摄像机已修改',
}
