/** Films in several slices for the quirks of streams. */
import sharp from 'sharp'
import { setsBeforeEachSlice, slicedFilm, type Film } from '../../rtsp/film.ts'

/** Shows coloured noise: a smeared part of it is seen. */
const noise = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 640,
      height: 360,
      channels: 3,
      background: '#446',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer()

/** `sets`: parameter sets before each slice; `lost`: the second slice never comes. */
export const plainJpegFilm = (how: 'sets' | 'lost'): Film =>
  slicedFilm(noise, how === 'sets' ? setsBeforeEachSlice : (slices) => slices.filter((_, at) => at !== 1))
