import type { Call } from '../call.ts'
import * as palette from './palette-schemas.ts'

/** The calls about palette. */
export const paletteCalls = {
  findAnything: {
    method: 'GET',
    path: '/api/palette',
    access: 'user',
    about: 'palette',
    summary:
      'Parts and orders, and for an admin people, that these words find: a few of each, best first.',
    querystring: palette.paletteQuery,
    answer: palette.findings,
    refusals: ['input_invalid'],
  },
} as const satisfies Record<string, Call>
