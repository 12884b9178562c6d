import {
  formatWeight,
  isSoldOut,
  type Part,
  type PartDetails,
} from '@freehub/contract/catalog/parts'
import { formatCount, formatDollars } from '@freehub/contract/money'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { drawingSizes, getDrawingUrl } from '../../../ui/drawing.ts'
import { ErrorMessage } from '../../../ui/forms/error-message.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { preventBreaks } from '../../../ui/no-break.tsx'
import { PartPicture } from '../../../ui/part-picture.tsx'
import { partQuery } from '../part/part-queries.ts'
import { detailsQuery } from '../search/facet-and-detail-queries.ts'
import { toggleCompared } from './compared-parts.ts'
import { formatCell, formatColumnName } from './list-columns.ts'

interface ComparedPart {
  part: Part
  details: PartDetails
}

/** Shows the chosen parts side by side. Rows with equal values are grey. */
export default function CompareDialog({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const details = useQuery(detailsQuery(ids))
  const parts = useQueries({ queries: ids.map((id) => partQuery(id)) })
  const failedQueries = [details, ...parts].filter((query) => query.error)
  const error = failedQueries[0]?.error
  const isPending = details.isPending || parts.some((query) => query.isPending)
  const comparedParts = ids.flatMap((id): ComparedPart[] => {
    const part = parts.map(({ data }) => data).find((data) => data?._id === id)
    const partDetails = details.data?.find(({ _id }) => _id === id)
    return part && partDetails ? [{ part, details: partDetails }] : []
  })

  useEffect(() => dialog.current?.showModal(), [])

  function retry() {
    for (const query of failedQueries) void query.refetch()
  }

  return (
    <dialog
      ref={dialog}
      className="modal p-4 open:bg-transparent"
      aria-labelledby="compare-title"
      onClose={onClose}
    >
      <div className="modal-box compare">
        <h2 id="compare-title">Compare parts</h2>
        <button
          type="button"
          className="tool absolute top-4 right-4"
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
          <ComparedParts comparedParts={comparedParts} />
        )}
      </div>
    </dialog>
  )
}

function ComparedParts({ comparedParts }: { comparedParts: ComparedPart[] }) {
  return (
    <div className="overflow-auto" tabIndex={-1}>
      <p className="second mb-2">Rows with equal values are grey.</p>
      <table className="w-full table-fixed border-collapse text-label tabular-nums">
        <thead>
          <tr>
            <td />
            {comparedParts.map(({ part }) => (
              <th key={part._id} scope="col">
                <PartPicture {...drawingSizes.icon} src={getDrawingUrl(part.img, 'icon')} alt="" />
                <Link to={paths.part(part._id)}>{preventBreaks(part.name)}</Link>
              </th>
            ))}
          </tr>
          <tr>
            <td />
            {comparedParts.map(({ part }) => (
              <td key={part._id}>
                {!isSoldOut(part) && (
                  <Link
                    className="btn btn-sm btn-outline"
                    to={paths.purchase(part._id)}
                    aria-label={`Book Now: ${part.name}`}
                  >
                    Book Now
                  </Link>
                )}
                <button
                  type="button"
                  className="min-h-11 underline cursor-pointer"
                  aria-label={`Remove ${part.name}`}
                  onClick={() => toggleCompared(part._id)}
                >
                  Remove
                </button>
              </td>
            ))}
          </tr>
        </thead>
        <tbody>
          {listRows(comparedParts).map(({ label, values }) => (
            <tr key={label} data-same={new Set(values).size === 1 || undefined}>
              <th scope="row">{label}</th>
              {values.map((value, n) => (
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
  const createRow = (label: string, format: (compared: ComparedPart) => string) => ({
    label,
    values: comparedParts.map(format),
  })
  const names = new Set(comparedParts.flatMap(({ details }) => Object.keys(details.attributes)))
  return [
    createRow('Part number', ({ details }) => details.sku ?? '–'),
    createRow('Price per unit', ({ part }) => formatDollars(part.price)),
    createRow('Lowest price', ({ details }) => formatLowestPrice(details)),
    createRow('Minimum order', ({ part }) => `${formatCount(part.minimumOrder)} pcs`),
    createRow('Available', ({ part }) => `${formatCount(part.availableQuantity)} pcs`),
    createRow('Weight', ({ details }) =>
      details.weightGrams === null ? '–' : formatWeight(details.weightGrams),
    ),
    ...[...names].map((name) =>
      createRow(formatColumnName(name), ({ details }) => formatCell(details, name)),
    ),
  ]
}

function formatLowestPrice({ priceTiers }: PartDetails): string {
  const last = priceTiers.at(-1)
  return last ? `${formatDollars(last.price)} from ${formatCount(last.fromQuantity)}` : '–'
}
