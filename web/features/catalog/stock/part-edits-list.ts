import type { PartEdit } from '@freehub/contract/catalog/parts'
import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { listQuery, pagedList } from '../../../api/list-pages.ts'

/** What staff changed of a part besides its stock, newest first. */
export const partEditsList = (partId: string) =>
  pagedList<PartEdit>(
    [PARTS_QUERY_KEY, partId, 'edits'],
    `/api/parts/${encodeURIComponent(partId)}/edits?${listQuery({})}`,
  )
