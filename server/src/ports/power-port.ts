/** Restarting the box as a whole. Throws a SystemError where it cannot. */
export type PowerPort = {
  /** Answers when the operating system has agreed. */
  reboot(): Promise<void>
}
