/** The types of ffmpeg.mjs, for the parts that are type-checked without JavaScript. */
/** The folder that contains `ffmpeg`; undefined if there is none. */
export function ffmpegFolder(): Promise<string | undefined>
/** Makes ffmpeg available to every process started from now on; false if there is none. */
export function borrowFfmpeg(): Promise<boolean>
