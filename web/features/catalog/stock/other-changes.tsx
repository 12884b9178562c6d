import type { PartEdit } from '@freehub/contract/catalog/parts'
import { PARTS_QUERY_KEY } from '@freehub/contract/constants'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { buildListQuery, flattenPages, pagedListQuery } from '../../../api/lists/paged-list.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { type DateFilters, toTimes } from '../../../ui/lists/date-filter.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { formatEdit } from './format-part-edit.ts'

/** The part's edits, which are all changes except those of its stock, newest first. */
export function OtherChanges({ partId, dates }: { partId: string; dates: DateFilters }) {
  const list = useInfiniteQuery(partEditsQuery(partId, dates))
  const loaded = list.data && flattenPages(list.data.pages)
  return (
    <section className="other-changes" aria-labelledby="other-changes">
      <h2 id="other-changes" className="mb-4 text-[28px]">
        Other changes
      </h2>
      <PagedRows
        noun="changes"
        loaded={loaded}
        list={list}
        empty={
          <p className="secondary">
            {dates.period ? 'No other changes in this period.' : 'No other changes yet.'}
          </p>
        }
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
                className: 'by-column',
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

const partEditsQuery = (partId: string, dates: DateFilters) => ({
  ...pagedListQuery<PartEdit>(
    [PARTS_QUERY_KEY, partId, 'edits', dates],
    () => `/api/parts/${encodeURIComponent(partId)}/edits?${buildListQuery(toTimes(dates))}`,
  ),
  placeholderData: keepPreviousData,
})
