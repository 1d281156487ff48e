/** A real, small model that finds one car in every picture, for all tests that need a model. */
import sharp from 'sharp'
import { element, type Graph } from '../models/write-onnx.ts'

export const floats = (values: readonly number[]) => new Uint8Array(Float32Array.from(values).buffer)
/** It ignores the picture: enough to be loaded and run. */
export const one_car: Graph = {
  name: 'one car',
  nodes: [{ op: 'Identity', inputs: ['rows'], output: 'out' }],
  constants: [
    {
      name: 'rows',
      dims: [1, 2, 6],
      kind: element.float,
      bytes: floats([16, 16, 48, 48, 0.8, 2, 0, 0, 1, 1, 0, 0]),
    },
  ],
  inputs: [{ name: 'images', dims: [1, 3, 64, 64] }],
  outputs: [{ name: 'out', dims: [1, 2, 6] }],
}
export const manifest = {
  schema: 1,
  name: 'one car',
  version: '1',
  file: 'model.onnx',
  sha256: '',
  licence: 'MIT',
  source: 'made by a test',
  decoder: 'yolo-e2e',
  input: {
    name: 'images',
    layout: 'NCHW',
    width: 64,
    height: 64,
    order: 'RGB',
    mean: [0, 0, 0],
    std: [255, 255, 255],
    scale: 1,
    fit: 'letterbox',
    pad: 114,
  },
  outputs: { boxes: 'out' },
  sigmoid: false,
  classes: { 2: 'car' },
  score: 0.3,
  nms: 0.5,
  selfTest: { picture: 'test.jpg', boxes: [{ box: [0.25, 0.25, 0.75, 0.75], score: 0.8, label: 'car' }] },
}

/** The picture of its self-test. */
export const testPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer()
