import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { PAD_BYTES_MAXIMUM } from '../limits.ts'
import { csv, deleted } from '../schema-fields.ts'
import * as numbers from './own-number-schemas.ts'
import * as pad from './pad-schemas.ts'

export const orderPadCalls = {
  ...defineCalls('user', 'order pad', {
    matchPadRows: {
      route: 'POST /api/order-pad/rows',
      summary:
        'Finds the layout of pasted rows, and the part and quantity of each row. Stores nothing.',
      querystring: pad.padClient,
      body: pad.padRows,
      largeBody: { maxBytes: PAD_BYTES_MAXIMUM, tooLargeCode: 'paste_too_large' },
      response: pad.matchedRows,
      refusals: ['too_many_requests', 'email_foreign', 'user_missing'],
    },
    findAlternatives: {
      route: 'POST /api/order-pad/alternatives',
      summary:
        'Returns at most five alternatives for each text: first parts with a code that differs by one edit, then search results.',
      querystring: pad.padClient,
      body: pad.alternativesQuery,
      response: pad.alternatives,
      refusals: ['too_many_requests', 'email_foreign', 'user_missing'],
    },
  }),
  ...defineCalls('user', 'own numbers', {
    listOwnNumbers: {
      route: 'GET /api/own-numbers',
      summary:
        'Lists the caller’s own numbers of parts, by number. X-Total-Count holds the number of matches. Link holds the next page.',
      querystring: numbers.ownNumbersQuery,
      response: z.array(numbers.ownNumber),
    },
    exportOwnNumbers: {
      route: 'GET /api/own-numbers/export.csv',
      summary:
        'Exports the caller’s own numbers as a CSV file. Cells that a spreadsheet would read as formulas begin with an apostrophe.',
      response: csv,
      responseType: 'text/csv',
    },
    putOwnNumber: {
      route: 'PUT /api/own-numbers',
      summary:
        'Stores an own number of the caller for a part. Refuses a number that already identifies another part, unless `replacedProductId` is that part. Deletes the caller’s number `replacedCode`.',
      body: numbers.newOwnNumber,
      response: numbers.ownNumber,
      refusals: ['part_missing', 'own_number_used', 'own_numbers_full'],
    },
    deleteOwnNumber: {
      route: 'DELETE /api/own-numbers/:code',
      summary: 'Deletes one of the caller’s own numbers.',
      params: numbers.ownNumberId,
      response: deleted,
      refusals: ['own_number_missing'],
    },
  }),
}
