import type { ImportRow } from '@freehub/contract/catalog/imports'
import { formatCount } from '@freehub/contract/money'
import { fateInWords } from './fates.ts'

export function ImportRowLine({ row }: { row: ImportRow }) {
  return (
    <tr>
      <td data-caption="Product">
        <span className="import-name">
          {row.name || 'Without a name'}
          {row.sku && <small>{row.sku}</small>}
        </span>
      </td>
      <td data-caption="Row" className="num">
        {formatCount(row.row)}
      </td>
      <td data-caption="Fate">
        <span className={`badge badge-fate-${row.fate}`}>{fateInWords(row.fate)}</span>
      </td>
      <td data-caption="Said">
        <Said {...row} />
      </td>
    </tr>
  )
}

/** What is wrong, or what becomes another; of a row that was applied, whether it could be. */
function Said({ errors, changes, refusal, applied, fate }: ImportRow) {
  const wrong = Object.entries(errors)
  return (
    <div className="import-said">
      {refusal && <p className="import-wrong">Not imported. {refusal}</p>}
      {applied && <p className="second">Imported</p>}
      {wrong.length > 0 && (
        <ul>
          {wrong.map(([column, sentence]) => (
            <li key={column} className="import-wrong">
              {column !== 'row' && <code>{column}</code>} {sentence}
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
      {fate === 'add' && !applied && !refusal && <p className="second">A new product</p>}
      {fate === 'same' && <p className="second">As it is in the shop</p>}
    </div>
  )
}
