/** Words of the application page. */
export default {
  title: '应用版本',
}
