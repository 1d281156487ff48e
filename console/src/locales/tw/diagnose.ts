/** Words of the guided check and the support bundle. */
export default {
  title: '診斷',
}
