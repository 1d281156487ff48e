/** The event queue and the sentences of the device, in one file. */
export { default as queue } from './queue.ts'
export { default as device_said } from '../shell/device-said.ts'
