/** Restarts the device. Throws a SystemError if it fails. */
export type PowerPort = {
  /** Resolves when the operating system has accepted the request. */
  reboot(): Promise<void>
}
