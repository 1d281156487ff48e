/** What ffmpeg.mjs answers, for the parts that are checked without JavaScript. */
/** The folder that its `ffmpeg` stands in; undefined where there is none. */
export function ffmpegFolder(): Promise<string | undefined>
/** Whether there is one, for everything that is started from here on. */
export function borrowFfmpeg(): Promise<boolean>
