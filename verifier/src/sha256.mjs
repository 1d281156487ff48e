/**
 * Incremental SHA-256 (FIPS 180-4), because browsers have no hash function that takes a large file piece by
 * piece.
 */

/** The first 32 bits of the fractional parts of the square or cube roots of the first primes. */
function rootBits(/** @type {number} */ count, /** @type {number} */ root) {
  const bits = []
  for (let n = 2; bits.length < count; n++) {
    let prime = true
    for (let by = 2; by * by <= n; by++) if (n % by === 0) prime = false
    if (prime) bits.push(((n ** (1 / root) % 1) * 2 ** 32) | 0)
  }
  return Int32Array.from(bits)
}
const constants = rootBits(64, 3)
const first_state = rootBits(8, 2)

/** @param {number} x @param {number} n */
const rotated = (x, n) => (x >>> n) | (x << (32 - n))

/** @param {Int32Array} state @param {Int32Array} words @param {Uint8Array} bytes @param {number} at */
function compress(state, words, bytes, at) {
  for (let t = 0; t < 16; t++) {
    const from = at + t * 4
    words[t] =
      ((bytes[from] ?? 0) << 24) |
      ((bytes[from + 1] ?? 0) << 16) |
      ((bytes[from + 2] ?? 0) << 8) |
      (bytes[from + 3] ?? 0)
  }
  for (let t = 16; t < 64; t++) {
    const [x, y] = [words[t - 15] ?? 0, words[t - 2] ?? 0]
    const small = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3)
    const large = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10)
    words[t] = ((words[t - 16] ?? 0) + small + (words[t - 7] ?? 0) + large) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t++) {
    const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const one = (h + sum + ((e & f) ^ (~e & g)) + (constants[t] ?? 0) + (words[t] ?? 0)) | 0
    const other = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + other) | 0
  }
  const after = [a, b, c, d, e, f, g, h]
  for (let n = 0; n < 8; n++) state[n] = (state[n] ?? 0) + (after[n] ?? 0)
}

/** @returns {import('./types.mjs').Hash} */
export function sha256() {
  const state = first_state.slice()
  const words = new Int32Array(64)
  const block = new Uint8Array(64)
  let length = 0
  const update = (/** @type {Uint8Array} */ bytes) => {
    let at = 0
    const open = length % 64
    length += bytes.length
    if (open > 0) {
      at = Math.min(64 - open, bytes.length)
      block.set(bytes.subarray(0, at), open)
      if (open + at < 64) return
      compress(state, words, block, 0)
    }
    for (; at + 64 <= bytes.length; at += 64) compress(state, words, bytes, at)
    block.set(bytes.subarray(at))
  }
  return {
    update,
    digest: () => {
      const bits = length * 8
      const end = new Uint8Array((length % 64 < 56 ? 64 : 128) - (length % 64))
      end[0] = 128
      const view = new DataView(end.buffer)
      view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32))
      view.setUint32(end.length - 4, bits % 2 ** 32)
      update(end)
      const digest = new DataView(new ArrayBuffer(32))
      state.forEach((word, n) => digest.setInt32(n * 4, word))
      return new Uint8Array(digest.buffer)
    },
  }
}
