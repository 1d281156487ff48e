/** Words of the time page. */
export default {
  title: '时间设置',
}
