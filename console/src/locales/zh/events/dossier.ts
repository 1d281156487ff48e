/** The export of the dossier of a stay. */
export default {
  act: '取证档案',
  role: '当前账号只能查看，不能导出',
  too_large: (size: string) => `图片和视频共 ${size}，超过一个档案的上限`,
  ready: (events: number, files: number) => `已导出：${events} 个事件，${files} 个图片和视频文件`,
}
