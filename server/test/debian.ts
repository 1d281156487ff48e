/** The project's helper for programs from Debian's packages, for the tests of the server. */
export { unpackDebian } from '../../scripts/lib/debian.mjs'
export { borrowFfmpeg, ffmpegFolder } from '../../scripts/lib/ffmpeg.mjs'
export { lacks } from '../../scripts/lib/npm-test/lacking.mjs'
export { root } from '../../scripts/lib/root.mjs'
export { run } from '../../scripts/lib/run.mjs'
