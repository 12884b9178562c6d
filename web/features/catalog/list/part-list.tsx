import type { PartSort } from '@freehub/contract/catalog/part-filters'
import { isSoldOut, type Part, type PartDetails } from '@freehub/contract/catalog/parts'
import { roundUpQuantity } from '@freehub/contract/catalog/prices'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { focusNextField } from '../../../ui/forms/focus-next-field.ts'
import { onEnter } from '../../../ui/forms/on-enter.ts'
import { isQuantity, parseQuantity } from '../../../ui/forms/quantity-input.tsx'
import { preventBreaks } from '../../../ui/no-break.tsx'
import { PartIcon } from '../../../ui/part-picture.tsx'
import { AddToCartButton } from '../../cart/add-to-cart-button.tsx'
import { formatSoldOut } from '../part-grid.tsx'
import { FilterLink } from '../search/filter-chips.tsx'
import type { FilterProps } from '../search/use-part-filters.ts'
import {
  chooseColumns,
  formatCell,
  formatColumnName,
  formatLowestPrice,
  listAttributes,
} from './choose-columns.ts'
import { CompareLabel } from './compare-bar.tsx'

interface PartListProps extends FilterProps {
  parts: Part[]
  /** Details by part id. They may still be loading. */
  details: Map<string, PartDetails>
}

/** Shows parts as rows, with the dimensions of their family, a quantity and Add. */
export function PartList({ parts, details, ...filterProps }: PartListProps) {
  const knownDetails = parts.flatMap(({ _id }) => details.get(_id) ?? [])
  const columns = chooseColumns(knownDetails)
  const numberColumns = columns.filter((name) =>
    knownDetails.every((part) => /^(–|[\d.,]+( mm)?)$/.test(formatCell(part, name))),
  )
  const classOf = (name: string) =>
    numberColumns.includes(name) ? 'dimension text-right' : 'dimension'
  return (
    <table className="part-list w-full border-t-[1.5px] border-t-ink border-collapse text-small leading-[1.25] tabular-nums">
      <thead>
        <tr>
          <th scope="col">
            <span className="compare-head">Compare</span>
          </th>
          <SortHead colSpan={2} ascending="name" {...filterProps}>
            Part
          </SortHead>
          {columns.map((name) => (
            <th key={name} scope="col" className={classOf(name)}>
              {formatColumnName(name)}
            </th>
          ))}
          {columns.length === 0 && (
            <th scope="col" className="dimension">
              Dimensions
            </th>
          )}
          <SortHead className="right" ascending="price" descending="-price" {...filterProps}>
            Price per unit
          </SortHead>
          <th scope="col" className="right in-stock">
            Available
          </th>
          <th scope="col" className="right pr-18">
            Quantity
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <PartRow
            key={part._id}
            part={part}
            details={details.get(part._id)}
            columns={columns}
            classOf={classOf}
          />
        ))}
      </tbody>
    </table>
  )
}

interface SortHeadProps extends FilterProps, Omit<ComponentProps<'th'>, 'scope' | 'aria-sort'> {
  ascending: PartSort
  descending?: PartSort
}

/** The header of a column by which the parts can be sorted. Pressing it again reverses or ends the order. */
function SortHead(props: SortHeadProps) {
  const { ascending, descending, filters, updateFilters, children, ...head } = props
  const isAscending = filters.sort === ascending
  const isDescending = descending !== undefined && filters.sort === descending
  const Icon = isAscending ? ChevronUp : isDescending ? ChevronDown : ChevronsUpDown
  return (
    <th
      {...head}
      scope="col"
      aria-sort={isAscending ? 'ascending' : isDescending ? 'descending' : undefined}
    >
      <FilterLink
        className="sort-link"
        filters={filters}
        updateFilters={updateFilters}
        change={{ sort: isAscending ? descending : isDescending ? undefined : ascending }}
      >
        {children}
        <Icon className="ic" aria-hidden="true" />
      </FilterLink>
    </th>
  )
}

interface PartRowProps {
  part: Part
  details: PartDetails | undefined
  columns: string[]
  /** Returns the CSS classes of a column. */
  classOf: (column: string) => string
}

function PartRow({ part, details, columns, classOf }: PartRowProps) {
  const { _id, name, img, price, availableQuantity, minimumOrder } = part
  const isPartSoldOut = isSoldOut(part)
  const lowestPrice = details && formatLowestPrice(details)
  return (
    <tr className="cell" data-sold-out={isPartSoldOut || undefined}>
      <td>
        <CompareLabel part={part} className="compare-cell" />
      </td>
      <td className="thumb">
        <PartIcon img={img} />
      </td>
      <th scope="row">
        <Link to={paths.part(_id)} title={name}>
          {preventBreaks(name)}
        </Link>
        <small className="part-number">{details?.sku}</small>
        {details && (
          <small className="card-summary">
            {listAttributes(details, columns).map((attribute) => (
              <span key={attribute}>{preventBreaks(attribute)} </span>
            ))}
          </small>
        )}
      </th>
      {columns.map((column) => (
        <td key={column} className={classOf(column)}>
          {preventBreaks(formatCell(details, column))}
        </td>
      ))}
      {columns.length === 0 && (
        <td className="dimension summary">
          {details && listAttributes(details, columns).join(' · ')}
        </td>
      )}
      <td className="right">
        {formatDollars(price)}
        {lowestPrice && <small> {lowestPrice}</small>}
      </td>
      <td className="right in-stock">
        <span>{formatCount(availableQuantity)}</span>
        {minimumOrder > 1 && (
          <small>
            {' '}
            min.{'\u00a0'}
            {formatCount(minimumOrder)}
          </small>
        )}
      </td>
      <td className="row-buy">
        {isPartSoldOut ? (
          <span className="secondary">{formatSoldOut(part)}</span>
        ) : (
          <RowForm part={part} orderMultiple={details?.orderMultiple ?? null} />
        )}
      </td>
    </tr>
  )
}

/**
 * The quantity field and the button Add. The field starts with the smallest valid quantity. The keys ↑ and ↓ move to the
 * quantity field of the previous or next row.
 */
function RowForm({ part, orderMultiple }: { part: Part; orderMultiple: number | null }) {
  const { _id, name, minimumOrder } = part
  const [input, setInput] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const text = input ?? String(roundUpQuantity({ minimumOrder, orderMultiple }, 0))
  const quantity = parseQuantity(text)
  const isValid = isQuantity(quantity)
  const addOnEnter = onEnter(() => button.current?.click())
  return (
    <>
      <input
        className="input"
        inputMode="numeric"
        autoComplete="off"
        aria-label={`Quantity: ${name}`}
        aria-invalid={!isValid || undefined}
        value={text}
        onChange={(event) => setInput(event.target.value)}
        onKeyDown={(event) => {
          addOnEnter(event)
          moveByArrow(event)
        }}
      />
      <AddToCartButton
        ref={button}
        className="btn btn-sm"
        label={`Add to Cart: ${name}`}
        addition={{ productId: _id, name, quantity }}
        disabled={!isValid}
      >
        Add
      </AddToCartButton>
    </>
  )
}

function moveByArrow(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  focusNextField(event.currentTarget, '.row-buy input', event.key === 'ArrowDown' ? 1 : -1)
}
