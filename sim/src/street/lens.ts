/**
 * The lens, which projects metres of the street to pixels of the picture. The street's axes are x to the
 * right across the road, y along it and away from the camera, z up. A mirrored view is the same street with
 * left and right exchanged.
 */
export type Point3 = readonly [x: number, y: number, z: number]
export type Pixel = readonly [x: number, y: number]
/**
 * The camera's position and direction: metres, degrees (yaw to the right, pitch downwards) and a focal length
 * in pixels.
 */
export type Pose = { x: number; y: number; z: number; yaw: number; pitch: number; focal: number }
export type Lens = {
  readonly mirrored: boolean
  readonly eye: Point3
  /** The pixel of a point, or undefined behind the camera. */
  project: (point: Point3) => Pixel | undefined
  /** The pixels of a flat outline, clipped where it passes behind the camera. */
  outline: (points: readonly Point3[]) => Pixel[]
  /** Metres from the camera along its axis. */
  depth: (point: Point3) => number
}

export const frame_width = 1920
export const frame_height = 1080
const near = 0.5

/** Creates the lens of a pose. */
export function createLens(pose: Pose, mirrored: boolean): Lens {
  const [yaw, pitch] = [(pose.yaw * Math.PI) / 180, (pose.pitch * Math.PI) / 180]
  const [sinYaw, cosYaw, sinPitch, cosPitch] = [
    Math.sin(yaw),
    Math.cos(yaw),
    Math.sin(pitch),
    Math.cos(pitch),
  ]

  const toCamera = ([x, y, z]: Point3): Point3 => {
    const [dx, dy, dz] = [x - pose.x, y - pose.y, z - pose.z]
    const ahead = dx * sinYaw + dy * cosYaw
    return [dx * cosYaw - dy * sinYaw, ahead * cosPitch - dz * sinPitch, ahead * sinPitch + dz * cosPitch]
  }
  const toPixel = ([right, ahead, up]: Point3): Pixel => {
    const x = (pose.focal * right) / ahead
    return [frame_width / 2 + (mirrored ? -x : x), frame_height / 2 - (pose.focal * up) / ahead]
  }
  const outline = (points: readonly Point3[]): Pixel[] => {
    const seen: Pixel[] = []
    const cut = points.map(toCamera)
    cut.forEach((point, i) => {
      const next = cut[(i + 1) % cut.length]!
      if (point[1] >= near) seen.push(toPixel(point))
      if (point[1] >= near !== next[1] >= near) {
        const t = (near - point[1]) / (next[1] - point[1])
        seen.push(toPixel([point[0] + t * (next[0] - point[0]), near, point[2] + t * (next[2] - point[2])]))
      }
    })
    return seen
  }
  return {
    mirrored,
    eye: [pose.x, pose.y, pose.z],
    outline,
    depth: (point) => toCamera(point)[1],
    project: (point) => {
      const seen = toCamera(point)
      return seen[1] >= near ? toPixel(seen) : undefined
    },
  }
}
