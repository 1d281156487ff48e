/** Words of the time page. */
export default {
  title: '時間設定',
}
