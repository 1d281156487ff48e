/**
 * OpenCV.js with ORB features, a Hamming matcher and RANSAC, which `bench/camera-moved.ts` compares with our
 * matcher.
 */
import sharp from 'sharp'

type Point = readonly [x: number, y: number]
type Mat = {
  data: Uint8Array
  data64F: Float64Array
  delete(): void
  empty(): boolean
}
type KeyPoints = { get(at: number): { pt: { x: number; y: number } }; size(): number; delete(): void }
type Matches = { get(at: number): { queryIdx: number; trainIdx: number }; size(): number; delete(): void }

/** The part of OpenCV.js that the benchmark calls. */
type OpenCv = {
  Mat: new () => Mat
  KeyPointVector: new () => KeyPoints
  DMatchVector: new () => Matches
  ORB: new (max_features: number) => {
    detectAndCompute(picture: Mat, mask: Mat, points: KeyPoints, descriptors: Mat): void
  }
  BFMatcher: new (
    norm: number,
    cross_check: boolean,
  ) => { match(query: Mat, train: Mat, matches: Matches): void }
  NORM_HAMMING: number
  RANSAC: number
  CV_8UC1: number
  CV_32FC2: number
  matFromArray(rows: number, columns: number, type: number, values: ArrayLike<number>): Mat
  findHomography(from: Mat, to: Mat, method: number, threshold: number): Mat
}

type Loading = Partial<OpenCv> & { onRuntimeInitialized?: () => void }

/** `loaded` is the module as `require` returned it. It is usable once its runtime is initialised. */
export async function opencvMatcher(loaded: unknown) {
  const cv = await initialised(loaded as Loading)
  const orb = new cv.ORB(2000)
  const matcher = new cv.BFMatcher(cv.NORM_HAMMING, true)

  async function features(jpeg: Uint8Array) {
    const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
    const picture = cv.matFromArray(info.height, info.width, cv.CV_8UC1, data)
    const [mask, points, descriptors] = [new cv.Mat(), new cv.KeyPointVector(), new cv.Mat()]
    orb.detectAndCompute(picture, mask, points, descriptors)
    picture.delete()
    mask.delete()
    return { points, descriptors }
  }

  return async (reference: Uint8Array, picture: Uint8Array) => {
    const [a, b] = [await features(reference), await features(picture)]
    const matches = new cv.DMatchVector()
    matcher.match(a.descriptors, b.descriptors, matches)
    const [from, to]: [number[], number[]] = [[], []]
    for (let at = 0; at < matches.size(); at++) {
      const { queryIdx, trainIdx } = matches.get(at)
      const [p, q] = [a.points.get(queryIdx).pt, b.points.get(trainIdx).pt]
      from.push(p.x, p.y)
      to.push(q.x, q.y)
    }
    const count = from.length / 2
    for (const used of [a.points, a.descriptors, b.points, b.descriptors, matches]) used.delete()
    if (count < 12) return undefined
    const [source, target] = [
      cv.matFromArray(count, 1, cv.CV_32FC2, from),
      cv.matFromArray(count, 1, cv.CV_32FC2, to),
    ]
    const homography = cv.findHomography(source, target, cv.RANSAC, 3)
    const h = homography.empty() ? undefined : [...homography.data64F]
    for (const used of [source, target, homography]) used.delete()
    if (h === undefined) return undefined
    return ([x, y]: Point): Point => {
      const w = h[6]! * x + h[7]! * y + h[8]!
      return [(h[0]! * x + h[1]! * y + h[2]!) / w, (h[3]! * x + h[4]! * y + h[5]!) / w]
    }
  }
}

/**
 * Resolves with a copy without `then`. Awaiting the module itself would never end, because its `then`
 * resolves to the module.
 */
async function initialised(module: Loading): Promise<OpenCv> {
  if (module.Mat === undefined) await new Promise<void>((resolve) => (module.onRuntimeInitialized = resolve))
  return Object.assign(Object.create(null) as OpenCv, module, { then: undefined })
}
