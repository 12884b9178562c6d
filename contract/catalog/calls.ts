import { z } from 'zod'
import { callsOf } from '../call.ts'
import { IMPORT_BYTES_MAXIMUM, PHOTO_BYTES_MAXIMUM } from '../limits.ts'
import { byId, csv, deleted, inserted } from '../schema-fields.ts'
import * as imports from './import-schemas.ts'
import * as parts from './part-schemas.ts'

export const catalogCalls = {
  ...callsOf('public', 'parts', {
    listParts: {
      method: 'GET',
      path: '/parts',
      summary:
        'Lists parts in a stable order, or by relevance in a search. Link holds the next page. X-Total-Count holds the number of parts, counted up to 10,000, or up to 500 in a search. X-Searched-For holds the corrected search text if the search was misspelt.',
      querystring: parts.partsQuery,
      response: z.array(parts.part),
    },
    readPart: {
      method: 'GET',
      path: '/parts/:id',
      summary: 'Returns one part.',
      params: byId,
      response: parts.part,
      refusals: ['part_missing'],
    },
    readPartDetails: {
      method: 'GET',
      path: '/api/parts/:id',
      summary:
        'Returns additional catalogue data of a part: number, family, price tiers, attributes.',
      params: byId,
      response: parts.partDetails,
      refusals: ['part_missing'],
    },
    readPartRelations: {
      method: 'GET',
      path: '/api/parts/:id/relations',
      summary: 'Returns the compatible parts of a part, by interface, and similar parts.',
      params: byId,
      response: parts.partRelations,
      refusals: ['part_missing'],
    },
    listFamilies: {
      method: 'GET',
      path: '/api/families',
      summary:
        'Lists the families that have parts on sale, each with its number of matching parts, counted up to 500. The count is null if a search has too many matches.',
      querystring: parts.familiesQuery,
      response: z.array(parts.family),
    },
  }),
  ...callsOf('admin', 'parts', {
    addPart: {
      method: 'POST',
      path: '/parts',
      summary:
        'Adds a part to the catalogue. A repeated request with the same Idempotency-Key returns the first response.',
      body: parts.newPart,
      response: inserted,
      status: 201,
      refusals: ['key_reused'],
    },
    deletePart: {
      method: 'DELETE',
      path: '/part/:id',
      summary: 'Removes a part from the catalogue. Its orders keep their product name and price.',
      params: byId,
      response: deleted,
    },
    changePart: {
      method: 'PATCH',
      path: '/api/parts/:id',
      summary: 'Updates the given fields of a part. Stock is changed by a separate call.',
      params: byId,
      body: parts.partUpdate,
      response: parts.part,
      refusals: ['part_missing', 'part_changed'],
    },
    changeStock: {
      method: 'POST',
      path: '/api/parts/:id/stock',
      summary:
        'Adds pieces to the stock of a part, or removes some, with a reason. A repeated request with the same Idempotency-Key returns the first response.',
      params: byId,
      body: parts.stockChange,
      response: parts.part,
      status: 201,
      refusals: ['part_missing', 'part_changed', 'stock_below_reserved', 'key_reused'],
    },
    listStockMovements: {
      method: 'GET',
      path: '/api/parts/:id/stock',
      summary:
        'Returns the stock of a part and its movements, newest first. Each names the user, the order and the remaining stock.',
      params: byId,
      querystring: parts.stockQuery,
      response: parts.stockLedger,
      refusals: ['part_missing'],
    },
    listPartEdits: {
      method: 'GET',
      path: '/api/parts/:id/edits',
      summary:
        'Lists the edits of a part, newest first, each with its user and the old and new values.',
      params: byId,
      querystring: parts.stockQuery,
      response: z.array(parts.partEdit),
      refusals: ['part_missing'],
    },
    exportParts: {
      method: 'GET',
      path: '/api/parts/export.csv',
      summary:
        'Exports the parts on sale as a CSV file in the format of the import. Cells that a spreadsheet would read as formulas begin with an apostrophe.',
      querystring: parts.exportQuery,
      response: csv,
      responseType: 'text/csv',
    },
  }),
  ...callsOf('admin', 'photos', {
    addPhoto: {
      method: 'POST',
      path: '/api/photos',
      summary:
        'Uploads a photo of a part: a JPEG, PNG, WebP or AVIF file as the body, detected by its content. The photo is re-encoded in several widths.',
      file: {
        mediaTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
        maxBytes: PHOTO_BYTES_MAXIMUM,
        tooLargeCode: 'photo_too_large',
      },
      response: parts.addedPhoto,
      status: 201,
      refusals: [
        'photo_type_unsupported',
        'photo_too_large',
        'photo_shape_unfit',
        'photo_unreadable',
        'photos_too_many',
      ],
    },
  }),
  ...callsOf('admin', 'imports', {
    addImport: {
      method: 'POST',
      path: '/api/imports',
      summary:
        'Uploads a CSV file of parts in UTF-8 as the body and starts to preview its rows. No part is changed yet.',
      querystring: imports.importQuery,
      file: {
        mediaTypes: ['text/csv'],
        maxBytes: IMPORT_BYTES_MAXIMUM,
        tooLargeCode: 'import_too_large',
      },
      response: imports.partImport,
      status: 201,
      refusals: ['import_too_large', 'import_unreadable', 'import_under_way'],
    },
    listImports: {
      method: 'GET',
      path: '/api/imports',
      summary: 'Lists the last twenty imports, newest first.',
      response: z.array(imports.partImport),
    },
    readImport: {
      method: 'GET',
      path: '/api/imports/:id',
      summary: 'Returns an import and its progress.',
      params: byId,
      response: imports.partImport,
      refusals: ['import_missing'],
    },
    listImportRows: {
      method: 'GET',
      path: '/api/imports/:id/rows',
      summary: 'Lists the rows of an import, each with its result.',
      params: byId,
      querystring: imports.importRowsQuery,
      response: z.array(imports.importRow),
      refusals: ['import_missing'],
    },
    applyImport: {
      method: 'POST',
      path: '/api/imports/:id/application',
      summary: 'Applies the rows of an import to the catalogue, in the background.',
      params: byId,
      body: imports.importApplication,
      response: imports.partImport,
      refusals: ['import_missing', 'import_applied', 'import_under_way'],
    },
    cancelImport: {
      method: 'POST',
      path: '/api/imports/:id/cancellation',
      summary: 'Cancels an import. Rows that are already applied stay applied.',
      params: byId,
      response: imports.partImport,
      refusals: ['import_missing', 'import_over'],
    },
  }),
}
