/** Words of the application page. */
export default {
  title: '應用程式版本',
}
