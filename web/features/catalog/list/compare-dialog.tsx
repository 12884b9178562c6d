import {
  formatWeight,
  isSoldOut,
  type Part,
  type PartDetails,
} from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { drawingSizes } from '../../../ui/drawing-url.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { preventBreaks } from '../../../ui/no-break.tsx'
import { PartPicture } from '../../../ui/part-picture.tsx'
import { partQuery } from '../part/part-queries.ts'
import { BuyButtons, formatSoldOut } from '../part-grid.tsx'
import { detailsQuery } from '../search/facet-and-detail-queries.ts'
import { RESULTS_ID } from '../search/use-part-filters.ts'
import { formatCell, formatColumnName, formatLowestPrice } from './choose-columns.ts'
import { toggleCompared } from './compared-parts.ts'

interface ComparedPart {
  part: Part
  details: PartDetails
}

/** Shows the chosen parts side by side. Rows with equal values are grey, or hidden on request. */
export default function CompareDialog({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  const [showsOnlyDifferences, setShowsOnlyDifferences] = useState(false)
  const details = useQuery({ ...detailsQuery(ids), placeholderData: keepPreviousData })
  const parts = useQueries({ queries: ids.map((id) => partQuery(id)) })
  const failedQueries = [details, ...parts].filter((query) => query.isLoadingError)
  const error = failedQueries[0]?.error
  const isPending = details.isPending || parts.some((query) => query.isPending)
  const comparedParts = ids.flatMap((id, n): ComparedPart[] => {
    const part = parts[n]?.data
    const partDetails = details.data?.find(({ _id }) => _id === id)
    return part && partDetails ? [{ part, details: partDetails }] : []
  })

  useEffect(() => dialog.current?.showModal(), [])

  // A part that is no longer sold has no column, but counts toward the maximum.
  const missingId = ids.find((_, n) => parts[n]?.data === null)
  useEffect(() => {
    if (missingId) remove(missingId)
  })

  function retry() {
    for (const query of failedQueries) void query.refetch()
  }

  /** Moves the focus before the pressed button is removed. Without parts, the dialog disappears. */
  function remove(id: string) {
    if (ids.length > 1) closeButton.current?.focus()
    else {
      dialog.current?.close()
      document.getElementById(RESULTS_ID)?.focus({ preventScroll: true })
    }
    toggleCompared(id)
  }

  return (
    <dialog
      ref={dialog}
      className="modal p-4 open:bg-transparent"
      aria-labelledby="compare-title"
      onClose={onClose}
    >
      <div className="modal-box compare">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-1 pr-12">
          <h2 id="compare-title" className="flex items-center min-h-11">
            Compare parts
          </h2>
          <label className="flex items-center gap-2.5 min-h-11 cursor-pointer">
            <input
              type="checkbox"
              checked={showsOnlyDifferences}
              onChange={(event) => setShowsOnlyDifferences(event.target.checked)}
            />
            Only differences
          </label>
        </div>
        <button
          ref={closeButton}
          type="button"
          className="tool absolute top-7 right-4"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <CloseIcon />
        </button>
        {error ? (
          <ErrorMessage text={formatError(error)} onRetry={retry} />
        ) : isPending ? (
          <LoadingScreen />
        ) : (
          <ComparedParts
            comparedParts={comparedParts}
            showsOnlyDifferences={showsOnlyDifferences}
            onRemove={remove}
            onAdd={() => dialog.current?.close()}
          />
        )}
      </div>
    </dialog>
  )
}

interface ComparedPartsProps {
  comparedParts: ComparedPart[]
  showsOnlyDifferences: boolean
  onRemove: (id: string) => void
  /** Closes the dialog, because it would block the link in the toast. */
  onAdd: () => void
}

function ComparedParts(props: ComparedPartsProps) {
  const { comparedParts, showsOnlyDifferences, onRemove, onAdd } = props
  const rows = listRows(comparedParts)
  return (
    <div className="overflow-auto" tabIndex={-1}>
      <table
        className="w-full table-fixed border-collapse text-label tabular-nums"
        style={{ '--parts': comparedParts.length } as CSSProperties}
      >
        <thead>
          <tr>
            <td className="w-[18%]" />
            {comparedParts.map(({ part }) => (
              <th key={part._id} scope="col" aria-label={part.name}>
                <PartPicture {...drawingSizes.card} src={part.img} sizes="96px" alt="" />
                <Link to={paths.part(part._id)}>{preventBreaks(part.name)}</Link>
                <button
                  type="button"
                  className="compare-remove [&>svg]:size-4"
                  aria-label={`Remove ${part.name}`}
                  title="Remove"
                  onClick={() => onRemove(part._id)}
                >
                  <CloseIcon />
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td />
            {comparedParts.map(({ part }) => (
              <td key={part._id}>
                {isSoldOut(part) ? (
                  formatSoldOut(part)
                ) : (
                  <BuyButtons part={part} className="btn-sm" onAdd={onAdd} />
                )}
              </td>
            ))}
          </tr>
          {(showsOnlyDifferences ? rows.filter(({ isSame }) => !isSame) : rows).map((row) => (
            <tr
              key={row.key}
              data-same={row.isSame || undefined}
              title={row.isSame ? 'The same for all parts' : undefined}
            >
              <th scope="row">{row.label}</th>
              {row.values.map((value, n) => (
                <td key={n}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function listRows(comparedParts: ComparedPart[]) {
  const createRow = (label: string, format: (compared: ComparedPart) => string, key = label) => {
    const values = comparedParts.map(format)
    return { key, label, values, isSame: values.length > 1 && new Set(values).size === 1 }
  }
  const names = new Set(comparedParts.flatMap(({ details }) => Object.keys(details.attributes)))
  return [
    createRow('Part number', ({ details }) => details.sku ?? '–'),
    createRow('Price per unit', ({ part }) => formatDollars(part.price)),
    createRow('Lowest price', ({ details }) => formatLowestPrice(details) ?? '–'),
    createRow('Minimum order', ({ part }) => `${formatCount(part.minimumOrder)} pcs`),
    createRow('Available', ({ part }) => `${formatCount(part.availableQuantity)} pcs`),
    createRow('Weight', ({ details }) =>
      details.weightGrams === null ? '–' : formatWeight(details.weightGrams),
    ),
    ...[...names].map((name) =>
      createRow(formatColumnName(name), ({ details }) => formatCell(details, name), name),
    ),
  ]
}
