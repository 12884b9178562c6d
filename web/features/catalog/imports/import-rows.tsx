import type { ImportRow, PartImport } from '@freehub/contract/catalog/imports'
import { formatCount } from '@freehub/contract/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { flattenPages } from '../../../api/list-pages.ts'
import { PagedRows } from '../../../ui/lists/paged-rows.tsx'
import { ListTabs } from '../../../ui/lists/staff-list.tsx'
import { TableHead } from '../../../ui/lists/table-head.tsx'
import { formatRowResult, listRowTabs, type RowFilter, readRowFilter } from './format-import.ts'
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
        empty={<p className="second">No rows with this result.</p>}
      >
        {(rows) => (
          <table className="table import-rows">
            <TableHead
              columns={[
                ['Product', 'product-column'],
                ['Row', 'row-column'],
                ['Result', 'result-column'],
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

function ImportTableRow({ row }: { row: ImportRow }) {
  return (
    <tr>
      <td data-caption="Product">
        <span className="import-name">
          {row.name || 'Unnamed'}
          {row.sku && <small>{row.sku}</small>}
        </span>
      </td>
      <td data-caption="Row" className="num">
        {formatCount(row.row)}
      </td>
      <td data-caption="Result">
        <span className={`badge badge-${row.fate}`}>{formatRowResult(row.fate)}</span>
      </td>
      <td data-caption="Details">
        <RowDetails {...row} />
      </td>
    </tr>
  )
}

function RowDetails({ errors, changes, refusal, applied, fate }: ImportRow) {
  const columnErrors = Object.entries(errors)
  return (
    <div className="import-details">
      {refusal && <p className="import-error">Not imported. {refusal}</p>}
      {applied && <p className="second">Imported</p>}
      {columnErrors.length > 0 && (
        <ul>
          {columnErrors.map(([column, message]) => (
            <li key={column} className="import-error">
              {column !== 'row' && <code>{column}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {changes.length > 0 && (
        <ul>
          {changes.map(({ column, from, to }) => (
            <li key={column}>
              <code>{column}</code> <del>{from || 'empty'}</del> → <ins>{to || 'empty'}</ins>
            </li>
          ))}
        </ul>
      )}
      {fate === 'add' && !applied && !refusal && <p className="second">New product</p>}
      {fate === 'same' && <p className="second">No changes</p>}
    </div>
  )
}
