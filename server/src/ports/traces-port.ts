/** What the operating system has recorded about this device. Throws a SystemError if it fails. */
export type TracesPort = {
  /** Clears the system's journal and the results of the root helper, as part of a permanent erasure. */
  clear(): Promise<void>
}
