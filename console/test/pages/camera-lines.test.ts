/** Parses a pasted list of cameras: spreadsheet formats are read, and an invalid column is named. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsOf, readCameras } from '#src/pages/business/sceneConfig/add/camera-lines.ts'
import { any_character } from '@parking/contract/test/any-text.ts'

describe('cells', () => {
  it('are read back as written, including quotes and separators', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', ' ', '\t', '密', '，'), maxLength: 8 })
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ';'),
        (cells, separator) => {
          fc.pre(!cells.some((one) => one.includes('\t')))
          expect(cellsOf(cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(separator))).toEqual(cells)
        },
      ),
    )
    expect(cellsOf('东门 1\t192.0.2.1\t80\tadmin\ta,b;c')).toEqual([
      '东门 1',
      '192.0.2.1',
      '80',
      'admin',
      'a,b;c',
    ])
  })
})

describe('lines', () => {
  it('become cameras with the default port; headers, comments and empty lines are skipped', () => {
    const lines = readCameras(
      '名称,IP,端口,用户名,密码\n东门 1, 192.0.2.1, 8080, admin, "a,b"\n\n# 二期\n东门 2;192.0.2.2;;admin;x',
    )
    expect(lines).toEqual([
      {
        number: 2,
        label: '东门 1',
        body: {
          camera_name: '东门 1',
          ipv4: '192.0.2.1',
          onvif_port: 8080,
          username: 'admin',
          password: 'a,b',
        },
      },
      {
        number: 5,
        label: '东门 2',
        body: { camera_name: '东门 2', ipv4: '192.0.2.2', onvif_port: 80, username: 'admin', password: 'x' },
      },
    ])
  })

  it('report which column is invalid, or which line they repeat', () => {
    const lines = readCameras(
      [
        'A,300.1.1.1,80,admin,x',
        'B,192.0.2.1,99999,admin,x',
        ',192.0.2.3,80,admin,x',
        'C,192.0.2.4,80,admin,x',
        'D,192.0.2.4,80,root,y',
        'E,192.0.2.5,8o,a,b',
      ].join('\n'),
    )
    expect(
      lines.map((line) =>
        'wrong' in line
          ? [line.wrong.column, line.wrong.issue.issue]
          : 'repeats' in line
            ? line.repeats
            : 'good',
      ),
    ).toEqual([
      ['ipv4', 'host'],
      ['onvif_port', 'too_big'],
      ['camera_name', 'required'],
      'good',
      4,
      ['onvif_port', 'type'],
    ])
  })

  it('never throw, whatever the input', () => {
    fc.assert(
      fc.property(fc.string({ unit: any_character, maxLength: 300 }), (text) => void readCameras(text)),
    )
  })
})
