/** What the operating system has written down about this device. Throws a SystemError if it fails. */
export type TracesPort = {
  /** Clears the system's journal and the results of the root helper, as part of an erasure for good. */
  clear(): Promise<void>
}
