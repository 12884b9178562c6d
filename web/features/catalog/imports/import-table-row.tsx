import type { ImportRow } from '@freehub/contract/catalog/imports'
import { formatCount } from '@freehub/contract/money'
import { formatRowResult } from './row-filters.ts'

export function ImportTableRow({ row }: { row: ImportRow }) {
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
        <span className={`badge badge-fate-${row.fate}`}>{formatRowResult(row.fate)}</span>
      </td>
      <td data-caption="Details">
        <RowDetails {...row} />
      </td>
    </tr>
  )
}

/** Errors and changes of a row, and whether it was imported. */
function RowDetails({ errors, changes, refusal, applied, fate }: ImportRow) {
  const columnErrors = Object.entries(errors)
  return (
    <div className="import-said">
      {refusal && <p className="import-wrong">Not imported. {refusal}</p>}
      {applied && <p className="second">Imported</p>}
      {columnErrors.length > 0 && (
        <ul>
          {columnErrors.map(([column, message]) => (
            <li key={column} className="import-wrong">
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
