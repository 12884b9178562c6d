import type { Call } from '../call.ts'
import * as palette from './palette-schemas.ts'

export const paletteCalls = {
  searchPalette: {
    method: 'GET',
    path: '/api/palette',
    access: 'user',
    tag: 'palette',
    summary:
      'Finds parts and orders, and for admins people, by a search text. Returns the best matches of each.',
    querystring: palette.paletteQuery,
    response: palette.paletteResults,
    refusals: ['input_invalid'],
  },
} as const satisfies Record<string, Call>
