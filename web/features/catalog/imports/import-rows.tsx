import type { ImportRow, PartImport } from '@freehub/contract/catalog/imports'
import { formatCount } from '@freehub/contract/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { flattenPages } from '../../../api/lists/paged-list.ts'
import { DataTable } from '../../../ui/lists/data-table.tsx'
import { ListTabs } from '../../../ui/lists/list-screen.tsx'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import {
  formatRowResult,
  formatValue,
  listRowTabs,
  type RowFilter,
  readRowFilter,
} from './format-import.ts'
import { importRowsQuery } from './imports-queries.ts'

/** The rows of an import, filtered by the query parameter `fate`. */
export function ImportRows({ partImport }: { partImport: PartImport }) {
  const [query] = useSearchParams()
  const filter = readRowFilter(query.get('fate'))
  const list = useInfiniteQuery(importRowsQuery(partImport, filter))
  const tabs = listRowTabs(partImport)
  const getCount = (value: RowFilter) => tabs.find((tab) => tab.value === value)?.count ?? 0
  const loaded = list.data && { ...flattenPages(list.data.pages), total: getCount(filter) }
  return (
    <>
      <ListTabs
        label="Rows by result"
        tabs={tabs}
        selected={filter}
        to={(value) => (value ? `?fate=${value}` : '?')}
        renderCount={(value) => <small>{formatCount(getCount(value))}</small>}
      />
      <PagedRows
        noun="rows"
        loaded={loaded}
        list={list}
        empty={<p className="secondary">No rows with this result.</p>}
      >
        {(rows) => (
          <DataTable
            className="number-columns import-rows"
            rows={rows}
            getKey={({ row }) => row}
            columns={[
              {
                name: 'Product',
                headClassName: 'product-column',
                render: ({ name, sku }) => (
                  <span className="import-name grid gap-0.5 font-semibold wrap-anywhere">
                    {name || 'Unnamed'}
                    {sku && <small className="whitespace-nowrap">{sku}</small>}
                  </span>
                ),
              },
              {
                name: 'Row',
                headClassName: 'row-column',
                className: 'row-cell num',
                render: ({ row }) => formatCount(row),
              },
              {
                name: 'Result',
                headClassName: 'result-column',
                className: 'result-cell',
                render: ({ fate }) => (
                  <span className={`badge badge-${fate}`}>{formatRowResult(fate)}</span>
                ),
              },
              { name: 'Details', render: (row) => <RowDetails {...row} /> },
            ]}
          />
        )}
      </PagedRows>
    </>
  )
}

function RowDetails({ fate, errors, changes, refusal, applied }: ImportRow) {
  const columnErrors = Object.entries(errors)
  return (
    <div className="grid gap-1 wrap-anywhere">
      {refusal && <p className="text-bad">Not imported. {refusal}</p>}
      {applied && <p className="secondary">Imported</p>}
      {columnErrors.length > 0 && (
        <ul className="grid gap-1">
          {columnErrors.map(([column, message]) => (
            <li key={column} className="text-bad">
              {column !== 'row' && (
                <>
                  <code>{column}</code>:{' '}
                </>
              )}
              {message}
            </li>
          ))}
        </ul>
      )}
      {fate === 'add' && (
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          {changes.map(({ column, to }) => (
            <li key={column}>
              <code className="text-ink-2">{column}</code>{' '}
              <b className="font-semibold">{formatValue(column, to)}</b>
            </li>
          ))}
        </ul>
      )}
      {fate === 'change' && (
        <ul className="grid gap-1">
          {changes.map(({ column, from, to }) => (
            <li key={column}>
              <code>{column}</code> <del className="text-ink-2">{formatValue(column, from)}</del> →{' '}
              <ins className="font-semibold no-underline">{formatValue(column, to)}</ins>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
