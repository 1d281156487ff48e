/** The default columns of the event list fit beside the menu, so that their head stays in view. */
import { expect, test } from 'vitest'
import { default_columns, tracksOf } from '#src/events/list/event-columns.ts'

test('the default columns fit, with the boxes that select rows', () =>
  expect(tracksOf(default_columns, true)).toMatchObject({ wide: false }))
