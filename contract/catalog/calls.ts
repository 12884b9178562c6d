import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { IMPORT_BYTES_MAXIMUM, PHOTO_BYTES_MAXIMUM } from '../limits.ts'
import { byId, csv, inserted } from '../schema-fields.ts'
import * as imports from './import-schemas.ts'
import * as parts from './part-schemas.ts'

export const catalogCalls = {
  ...defineCalls('public', 'parts', {
    listParts: {
      route: 'GET /parts',
      summary:
        'Lists parts in a stable order, or by relevance in a search. Link holds the next page. X-Total-Count holds the number of parts, counted up to 10,000, or up to 500 in a search. X-Searched-For holds the changed search text if a word was misspelt or unknown. X-Search-Relaxed is true if no part contains all words and the list has parts that contain some of them.',
      querystring: parts.partsQuery,
      response: z.array(parts.part),
    },
    readPart: {
      route: 'GET /parts/:id',
      summary: 'Returns one part.',
      params: byId,
      response: parts.part,
      refusals: ['part_missing'],
    },
    readPartDetails: {
      route: 'GET /api/parts/:id',
      summary: 'Returns the number, family, price tiers and attributes of a part.',
      params: byId,
      response: parts.partDetails,
      refusals: ['part_missing'],
    },
    listPartDetails: {
      route: 'GET /api/part-details',
      summary: 'Returns the details of the given parts on sale, in the order of the ids.',
      querystring: parts.partIdsQuery,
      response: z.array(parts.partDetails),
    },
    readPartRelations: {
      route: 'GET /api/parts/:id/relations',
      summary: 'Returns the compatible parts of a part, by interface, and similar parts.',
      params: byId,
      response: parts.partRelations,
      refusals: ['part_missing'],
    },
    listFamilies: {
      route: 'GET /api/families',
      summary:
        'Lists the families that have parts on sale, each with its number of matching parts, counted up to 500. The count is null if a search has too many matches.',
      querystring: parts.familiesQuery,
      response: z.array(parts.family),
    },
    listFacets: {
      route: 'GET /api/facets',
      summary:
        'Lists the attributes that distinguish the matching parts of the families, each with its values and their numbers of parts. Counts at most 5,000 parts. The count of a value ignores the filter of its own attribute.',
      querystring: parts.facetsQuery,
      response: z.array(parts.facet),
    },
  }),
  ...defineCalls('admin', 'parts', {
    addPart: {
      route: 'POST /parts',
      summary:
        'Adds a part to the catalog. Number, family, packs, dimensions, price steps, needs and offers are optional. A refusal names all invalid fields.',
      body: parts.newPart,
      response: inserted,
      status: 201,
      refusals: ['key_reused'],
    },
    deletePart: {
      route: 'DELETE /part/:id',
      summary:
        'Removes a part from the catalog. Its orders keep their product name and price. A part that was ordered is archived (`archived`) and can be restored.',
      params: byId,
      response: parts.deletedPart,
    },
    listManagedParts: {
      route: 'GET /api/managed-parts',
      summary:
        'Lists parts for staff: on sale (the default), out of stock, archived, or all. `sort` is only possible for parts on sale. `id` lists only this part. A part that was ordered is archived when it is deleted. Link holds the next page. X-Total-Count holds the number of parts as in GET /parts. A search of all parts lists those on sale first, then the archived ones, and counts up to 500. After a page that ends with an archived part, Link has `status=archived`: the next pages count only archived parts, up to 10,000. X-Searched-For holds a suggestion if no part on sale matches a search.',
      querystring: parts.managedPartsQuery,
      response: z.array(parts.managedPart),
    },
    restorePart: {
      route: 'POST /api/parts/:id/restoration',
      summary:
        'Puts an archived part back on sale, with its stock, photo and numbers. Changes nothing if it is on sale.',
      params: byId,
      response: parts.part,
      refusals: ['part_missing', 'part_number_taken'],
    },
    changePart: {
      route: 'PATCH /api/parts/:id',
      summary:
        'Updates the given fields of a part. `attributes`, `fits` and `priceTiers` replace all stored values. `priceTiers` are the price steps above the minimum order. A new price without `priceTiers` scales the steps. Draws the part again if its number, family or dimensions change. Refuses the update if a field in `seen` has another value now. Stock is changed by a separate call.',
      params: byId,
      body: parts.partUpdate,
      response: parts.part,
      refusals: ['part_missing', 'part_changed', 'price_tiers_invalid'],
    },
    readPartFits: {
      route: 'GET /api/parts/:id/fits',
      summary: 'Returns what a part needs and offers at its interfaces.',
      params: byId,
      response: parts.partFits,
      refusals: ['part_missing'],
    },
    previewDrawing: {
      route: 'POST /api/drawing-preview',
      summary:
        'Draws a part from dimensions that are not saved yet. Also returns suggestions: attribute names, HS code and fits of the family’s first part.',
      body: parts.drawingPreviewRequest,
      response: parts.drawingPreview,
    },
    changeStock: {
      route: 'POST /api/parts/:id/stock',
      summary: 'Adds pieces to the stock of a part, or removes some, with a reason.',
      params: byId,
      body: parts.stockChange,
      response: parts.part,
      status: 201,
      refusals: ['part_missing', 'part_changed', 'stock_below_reserved', 'key_reused'],
    },
    listStockMovements: {
      route: 'GET /api/parts/:id/stock',
      summary: 'Returns the stock of a part and its movements, newest first.',
      params: byId,
      querystring: parts.stockQuery,
      response: parts.partStock,
      refusals: ['part_missing'],
    },
    listPartEdits: {
      route: 'GET /api/parts/:id/edits',
      summary: 'Lists the edits of a part, newest first, with old and new values.',
      params: byId,
      querystring: parts.stockQuery,
      response: z.array(parts.partEdit),
      refusals: ['part_missing'],
    },
    exportParts: {
      route: 'GET /api/parts/export.csv',
      summary:
        'Exports the parts on sale as a CSV file in the format of the import. Cells that a spreadsheet would read as formulas begin with an apostrophe.',
      querystring: parts.exportQuery,
      response: csv,
      responseType: 'text/csv',
    },
  }),
  ...defineCalls('admin', 'photos', {
    addPhoto: {
      route: 'POST /api/photos',
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
  ...defineCalls('admin', 'imports', {
    addImport: {
      route: 'POST /api/imports',
      summary: 'Uploads a CSV file of parts in UTF-8 and previews its rows. Changes no part yet.',
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
      route: 'GET /api/imports',
      summary: 'Lists imports, newest first. Link holds the next page.',
      querystring: imports.importsQuery,
      response: z.array(imports.partImport),
    },
    readImport: {
      route: 'GET /api/imports/:id',
      summary: 'Returns an import and its progress.',
      params: byId,
      response: imports.partImport,
      refusals: ['import_missing'],
    },
    listImportRows: {
      route: 'GET /api/imports/:id/rows',
      summary: 'Lists the rows of an import, each with its result.',
      params: byId,
      querystring: imports.importRowsQuery,
      response: z.array(imports.importRow),
      refusals: ['import_missing'],
    },
    exportInvalidRows: {
      route: 'GET /api/imports/:id/invalid-rows.csv',
      summary:
        'Exports the invalid rows of an import as a CSV file with the columns of the imported file. The first column has the errors; an import ignores it.',
      params: byId,
      response: csv,
      responseType: 'text/csv',
      refusals: ['import_missing'],
    },
    applyImport: {
      route: 'POST /api/imports/:id/application',
      summary: 'Applies the rows of an import to the catalog, in the background.',
      params: byId,
      body: imports.importApplication,
      response: imports.partImport,
      refusals: ['import_missing', 'import_applied', 'import_under_way'],
    },
    cancelImport: {
      route: 'POST /api/imports/:id/cancellation',
      summary: 'Cancels an import. Rows that are already applied stay applied.',
      params: byId,
      response: imports.partImport,
      refusals: ['import_missing', 'import_over'],
    },
  }),
}
