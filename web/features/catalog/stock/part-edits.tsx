import type { PartEdit } from '@freehub/contract/catalog/parts'
import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { useInfiniteQuery } from '@tanstack/react-query'
import { buildListQuery, flattenPages, pagedListQuery } from '../../../api/list-pages.ts'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { formatEdit } from './format-stock.ts'

/** Changes of a part other than its stock, newest first. */
export function PartEdits({ partId }: { partId: string }) {
  const list = useInfiniteQuery(partEditsQuery(partId))
  const loaded = list.data && flattenPages(list.data.pages)
  return (
    <section className="part-edits" aria-labelledby="part-edits">
      <h2 id="part-edits">Other changes</h2>
      <PagedRows
        noun="changes"
        loaded={loaded}
        list={list}
        empty={<p className="second">No other changes yet.</p>}
      >
        {(edits) => <PartEditsTable edits={edits} />}
      </PagedRows>
    </section>
  )
}

const partEditsQuery = (partId: string) =>
  pagedListQuery<PartEdit>(
    [PARTS_QUERY_KEY, partId, 'edits'],
    `/api/parts/${encodeURIComponent(partId)}/edits?${buildListQuery({})}`,
  )

function PartEditsTable({ edits }: { edits: PartEdit[] }) {
  return (
    <table className="table" aria-labelledby="part-edits">
      <TableHead columns={['Change', ['By', 'by-column'], 'When']} />
      <tbody>
        {edits.map((edit) => (
          <tr key={edit._id}>
            <td data-caption="Change">
              {formatEdit(edit).map((line) => (
                <p key={line} className="wrap-anywhere">
                  {line}
                </p>
              ))}
            </td>
            <td data-caption="By">
              <span className="wrap-anywhere">{edit.by ?? 'System'}</span>
            </td>
            <td data-caption="When">
              <Timestamp at={edit.at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
