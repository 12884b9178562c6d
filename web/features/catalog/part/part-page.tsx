import { isId } from '@freehub/contract/read-id'
import '../../../style/catalog/part.css'
import { isSoldOut, type Part, type PartDetails, toTerms } from '@freehub/contract/catalog/parts'
import { quantityBounds, roundUpQuantity } from '@freehub/contract/catalog/prices'
import { formatCount, formatDollars, pluralize } from '@freehub/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useSettings } from '../../../page-settings.ts'
import { paths } from '../../../paths.ts'
import { parseQuantity } from '../../../ui/forms/quantity-input.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { describeShop } from '../../../ui/page/describe-shop.ts'
import { NotFoundPage } from '../../../ui/page/not-found-page.tsx'
import { PageMetadata } from '../../../ui/page/page-metadata.tsx'
import { StructuredData } from '../../../ui/page/structured-data.tsx'
import { PartName } from '../../../ui/part-name.tsx'
import { QueryError } from '../../../ui/query-state.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { AddToCartForm } from '../../cart/add-to-cart-form.tsx'
import { shopRatingQuery } from '../../reviews/reviews-query.ts'
import { PartDescription } from '../part-grid.tsx'
import { PartBreadcrumbs } from './part-breadcrumbs.tsx'
import { PartDimensions } from './part-dimensions.tsx'
import { PartDrawingSheet } from './part-drawing-sheet.tsx'
import { buildPartJsonLd, formatMetaDescription, getPreviewImage } from './part-json-ld.ts'
import { PartNotFound, SoldOutMessage } from './part-messages.tsx'
import { PartPackaging } from './part-packaging.tsx'
import { partDetailsQuery, partQuery } from './part-queries.ts'
import { PartRelations } from './part-relations.tsx'
import { PartWheelsAndBikes } from './part-wheels-and-bikes.tsx'
import { PriceTiersTable } from './price-tiers-table.tsx'

/** Time for which the data of the server-rendered page count as fresh. */
const STALE_TIME_MS = 5_000

/** A part's public page. A URL without a part id is a 404, as on the server. */
export default function PartPage() {
  const { id = '' } = useParams()
  return isId(id) ? <PartWithId key={id} id={id} /> : <NotFoundPage />
}

function PartWithId({ id }: { id: string }) {
  const query = useQuery({
    ...partQuery(id),
    staleTime: ({ state }) => (state.data === null ? Number.POSITIVE_INFINITY : STALE_TIME_MS),
  })
  const { data: part } = query
  const details = useQuery({
    ...partDetailsQuery(id),
    enabled: part !== null,
    staleTime: STALE_TIME_MS,
  })

  if (part === null) return <PartNotFound />
  if (query.error && !part) {
    return (
      <div className="wrap sec">
        <QueryError query={query} />
      </div>
    )
  }
  if (!part || details.isPending) return <LoadingScreen />
  return (
    <div className="wrap part-page">
      <PartMetadata part={part} details={details.data} />
      <PartStructuredData part={part} details={details.data} />
      <PartBreadcrumbs details={details.data} />
      <div className="part">
        <PartDrawingSheet part={part} details={details.data} />
        <div className="part-text print:[grid-area:1/2/span_2] lg:[grid-area:1/2/span_2]">
          <h1>
            <PartName name={part.name} />
          </h1>
          <PartNumbers details={details.data} />
          <PartDescription className="part-lead" text={part.description} />
          <PartFigures part={part} orderMultiple={details.data?.orderMultiple} />
          <PartOrderPanel part={part} details={details.data} />
          <PartWheelsAndBikes id={part._id} details={details.data} />
        </div>
        <div>
          <PartDimensions details={details.data} />
          <PartPackaging details={details.data} />
        </div>
      </div>
      <PartRelations id={id} />
    </div>
  )
}

function PartMetadata({ part, details }: { part: Part; details: PartDetails | undefined }) {
  return (
    <PageMetadata
      title={part.name}
      description={formatMetaDescription(part)}
      path={paths.part(part._id)}
      picture={getPreviewImage(part, details)}
    />
  )
}

function PartStructuredData(props: { part: Part; details: PartDetails | undefined }) {
  const { origin } = useSettings()
  const { data: rating } = useQuery(shopRatingQuery())
  return (
    <StructuredData
      data={buildPartJsonLd({ ...props, origin, seller: describeShop(origin, rating) })}
    />
  )
}

/** The part number, and the earlier number that it replaces. */
function PartNumbers({ details }: { details: PartDetails | undefined }) {
  const { sku, supersedes } = details ?? {}
  if (!sku && !supersedes) return null
  return (
    <p className="secondary num mt-2 wrap-anywhere">
      {sku && (
        <>
          Part number <b>{sku}</b>
        </>
      )}
      {sku && supersedes && ', '}
      {supersedes && `${sku ? 'r' : 'R'}eplaces ${supersedes}`}
    </p>
  )
}

interface PartFiguresProps {
  part: Part
  orderMultiple: number | null | undefined
}

function PartFigures({ part, orderMultiple }: PartFiguresProps) {
  return (
    <dl className="part-figures">
      <div>
        <dt>Price per unit</dt>
        <dd>{formatDollars(part.price)}</dd>
      </div>
      <Quantity label="Available stock" count={part.availableQuantity} />
      <Quantity label="Minimum order" count={part.minimumOrder} />
      {orderMultiple && <Quantity label="Sold in multiples of" count={orderMultiple} />}
    </dl>
  )
}

function Quantity({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {formatCount(count)} <small>{count === 1 ? 'piece' : 'pieces'}</small>
      </dd>
    </div>
  )
}

/**
 * Shows the form for the cart with a link to the purchase page. For a sold-out part, shows the reason instead. Also
 * shows the price tiers and the shop's rating. Pressing a tier enters its quantity, rounded up to a valid one.
 */
function PartOrderPanel({ part, details }: { part: Part; details: PartDetails | undefined }) {
  const [typed, setTyped] = useState<string>()
  const terms = toTerms(part, details ?? { priceTiers: [], orderMultiple: null })
  const { minimum, maximum } = quantityBounds(terms, part.availableQuantity)

  function getTierAction(fromQuantity: number) {
    const quantity = roundUpQuantity(terms, fromQuantity)
    return quantity <= maximum ? () => setTyped(String(quantity)) : undefined
  }

  return (
    <>
      <div className="part-book">
        {isSoldOut(part) ? (
          <>
            <button type="button" className="btn btn-block btn-lg" disabled>
              Book Now
            </button>
            <SoldOutMessage part={part} details={details} />
          </>
        ) : (
          <AddToCartForm part={part} terms={terms} typed={typed} onType={setTyped} />
        )}
      </div>
      <PriceTiersTable
        part={part}
        tiers={details?.priceTiers ?? []}
        quantity={isSoldOut(part) ? Number.NaN : parseQuantity(typed ?? String(minimum))}
        getAction={getTierAction}
      />
      <ShopRating />
    </>
  )
}

function ShopRating() {
  const { data: rating } = useQuery(shopRatingQuery())
  if (!rating?.count) return null
  return (
    <p className="part-small flex flex-wrap items-center gap-x-3 gap-y-1">
      <Stars value={rating.average} />
      <span>
        {rating.average.toFixed(1)} of 5 from{' '}
        <Link to={paths.reviews}>{pluralize(rating.count, 'review', 'reviews')} of the shop</Link>
      </span>
    </p>
  )
}
