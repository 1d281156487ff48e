/** As soon as the address differs, the form says that the secret must be typed again. */
import { common_form } from '@parking/contract/camera/camera.ts'
import { cameraPlaceIssues } from '@parking/contract/params/secret-place.ts'
import { describe, expect, it } from 'vitest'
import { createFormModel } from '#src/forms/model.ts'

describe('a stored secret', () => {
  const stored = { camera_name: 'West', username: 'admin', password: '', password_set: true }
  const urls = {
    frame_url: 'http://192.0.2.7/a.jpg',
    stream_url_main: 'rtsp://192.0.2.7/a',
    stream_url_sub: '',
  }
  const open = (set = true) =>
    createFormModel(common_form, { ...stored, ...urls, password_set: set }, undefined, {
      places: cameraPlaceIssues,
    })

  it('must be typed again only while an address points to another place', () => {
    const form = open()
    form.type('frame_url', 'http://192.0.2.8/a.jpg')
    expect(form.issue('password')?.issue).toBe('secret_place')
    expect(form.checkAll()).toEqual(['password'])
    form.type('password', 'typed')
    expect([form.issue('password'), form.checkAll()]).toEqual([undefined, []])
    form.type('password', '')
    form.type('frame_url', 'http://192.0.2.7:80/b.jpg')
    expect([form.issue('password'), form.checkAll()]).toEqual([undefined, []])
  })

  it('need not be typed again if no secret is stored', () => {
    const form = open(false)
    form.type('frame_url', 'http://192.0.2.8/a.jpg')
    expect([form.issue('password'), form.checkAll()]).toEqual([undefined, []])
  })
})
