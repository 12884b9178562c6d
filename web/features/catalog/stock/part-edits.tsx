import type { PartEdit } from '@freehub/contract/catalog/parts'
import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { useInfiniteQuery } from '@tanstack/react-query'
import { buildListQuery, flattenPages, pagedListQuery } from '../../../api/list-pages.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
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
        {(edits) => (
          <DataTable
            label="Other changes"
            rows={edits}
            getKey={({ _id }) => _id}
            columns={[
              {
                name: 'Change',
                render: (edit) =>
                  formatEdit(edit).map((line) => (
                    <p key={line} className="wrap-anywhere">
                      {line}
                    </p>
                  )),
              },
              {
                name: 'By',
                headClassName: 'by-column',
                render: ({ by }) => <span className="wrap-anywhere">{by ?? 'System'}</span>,
              },
              { name: 'When', render: ({ at }) => <Timestamp at={at} /> },
            ]}
          />
        )}
      </PagedRows>
    </section>
  )
}

const partEditsQuery = (partId: string) =>
  pagedListQuery<PartEdit>(
    [PARTS_QUERY_KEY, partId, 'edits'],
    `/api/parts/${encodeURIComponent(partId)}/edits?${buildListQuery({})}`,
  )
