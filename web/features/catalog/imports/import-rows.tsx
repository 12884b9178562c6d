import type { PartImport } from '@freehub/contract/catalog/imports'
import { formatCount } from '@freehub/contract/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { flattenPages } from '../../../api/list-pages.ts'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import { preventScrollReset } from '../../../ui/page/scroll-restoration.tsx'
import { ImportTableRow } from './import-table-row.tsx'
import { importRowsQuery } from './imports-queries.ts'
import { listRowTabs, readRowFilter } from './row-filters.ts'

/** The rows of an import, filtered by the query parameter `fate`. */
export function ImportRows({ partImport }: { partImport: PartImport }) {
  const [query] = useSearchParams()
  const filter = readRowFilter(query.get('fate'))
  const list = useInfiniteQuery(importRowsQuery(partImport, filter))
  const tabs = listRowTabs(partImport)
  const total = tabs.find((tab) => tab.result === filter)?.count
  const loaded = list.data && { ...flattenPages(list.data.pages), total }
  return (
    <>
      <nav className="tabs-line" aria-label="Rows by result">
        {tabs.map((tab) => (
          <Link
            key={tab.result}
            to={tab.result ? `?fate=${tab.result}` : '?'}
            aria-current={tab.result === filter ? 'page' : undefined}
            state={preventScrollReset}
          >
            {tab.name}
            <small>{formatCount(tab.count)}</small>
          </Link>
        ))}
      </nav>
      <PagedRows
        noun="rows"
        loaded={loaded}
        list={list}
        empty={<p className="second">No rows with this result.</p>}
      >
        {(rows) => (
          <table className="table import-rows">
            <TableHead
              columns={[
                ['Product', 'of-product'],
                ['Row', 'of-row'],
                ['Result', 'of-fate'],
                'Details',
              ]}
            />
            <tbody>
              {rows.map((row) => (
                <ImportTableRow key={row.row} row={row} />
              ))}
            </tbody>
          </table>
        )}
      </PagedRows>
    </>
  )
}
