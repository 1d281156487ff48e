/** Words of the storage page of the device. */
export default {
  title: '本機儲存',
}
