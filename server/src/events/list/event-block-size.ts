/** How events are divided by number: blocks of 2,048, and sections of 32 blocks (migrations 0011, 0030). */

export const block_size = 2048
export const section_size = 65_536
export const blocks_in_section = section_size / block_size

export const blockOf = (event_id: number): number => Math.floor(event_id / block_size)
export const sectionOf = (block: number): number => Math.floor(block / blocks_in_section)
export const firstBlockOf = (section: number): number => section * blocks_in_section

/** Typed arrays need an aligned start, so the bytes are copied if the driver returned them at an offset. */
export const aligned = (bytes: Uint8Array): ArrayBuffer =>
  (bytes.byteOffset === 0 && bytes.buffer.byteLength === bytes.byteLength
    ? bytes.buffer
    : new Uint8Array(bytes).buffer) as ArrayBuffer
