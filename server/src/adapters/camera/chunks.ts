/** Reads a body of HTTP that comes in chunks (RFC 9112, 7.1), as leniently as the answer reader. */

/** The line with the size of a chunk, and what extensions it may have. */
const max_size_line = 4096

/**
 * Collects the data of chunks as they come, each byte once. A body that is not in chunks, whatever the head
 * says, is itself.
 */
export class Chunks {
  #store: Buffer = Buffer.alloc(0)
  #length = 0
  #at = 0
  /** How much of the current chunk is still to come; 0 before the line with the size of the next. */
  #left = 0
  #state: 'begins' | 'flows' | 'ended' | 'broken' | 'none' = 'begins'

  /** The data so far of a body that has grown. */
  read(body: Buffer): { body: Buffer; ended: boolean } {
    while (this.#state === 'begins' || this.#state === 'flows') {
      if (this.#left > 0) {
        const part = body.subarray(this.#at, this.#at + this.#left)
        if (part.length === 0) break
        this.#keep(part)
      } else if (!this.#readSize(body)) break
    }
    if (this.#state === 'none') return { body, ended: false }
    return { body: this.#store.subarray(0, this.#length), ended: this.#state === 'ended' }
  }

  #keep(part: Buffer): void {
    const length = this.#length + part.length
    if (length > this.#store.length) {
      const grown = Buffer.allocUnsafe(Math.max(length, this.#store.length * 2))
      this.#store.copy(grown, 0, 0, this.#length)
      this.#store = grown
    }
    part.copy(this.#store, this.#length)
    this.#length = length
    this.#at += part.length
    this.#left -= part.length
  }

  /** False if there is no whole line with a size yet, or none at all. */
  #readSize(body: Buffer): boolean {
    let from = this.#at
    while (body[from] === 0x0d) from++
    if (body[from] === 0x0a && this.#state === 'flows') from++
    const line = body.indexOf('\n', from)
    if (line < 0 && body.length - from <= max_size_line) return false
    const text = body
      .toString('latin1', from, line < 0 ? from : Math.min(line, from + max_size_line))
      .trimEnd()
    const size = /^\s*([\da-f]{1,8})\s*(;|$)/i.exec(text)
    if (!size) {
      this.#state = this.#state === 'begins' ? 'none' : 'broken'
      return false
    }
    this.#at = line + 1
    this.#left = Number.parseInt(size[1]!, 16)
    this.#state = this.#left === 0 ? 'ended' : 'flows'
    return true
  }
}
