/** Quirks of the media services: profiles, sources, encoders, addresses of streams. */
import type { Quirk } from './quirk.ts'

export const two_lenses = [
  { token: 'wide', name: 'Wide', main: { width: 2560, height: 1440 } },
  { token: 'tele', name: 'Tele', main: { width: 2880, height: 1620 } },
] as const

export const media_quirks: readonly Quirk[] = [
  {
    id: 'profile-of-the-microphone',
    area: 'media',
    reports: ['home-assistant/core#33093'],
    wire: 'lists a profile for the sound alone',
    shown: 'takes no profile without a picture for the sub stream',
    peer: { second_profile: 'audio' },
    outcome: { report: { width: 1920, stream_url_sub: '' } },
  },
]
