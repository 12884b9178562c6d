import { parsePartFilters } from '@freehub/contract/catalog/part-filters'
import { pluralize } from '@freehub/contract/money'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Fetch } from '../../api/send.ts'
import { paths } from '../../paths.ts'
import { TitleBlock, type TitleBlockCell } from '../../ui/drawing-title-block.tsx'
import { NextIcon, UpIcon } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/lists/empty-state.tsx'
import { PageMetadata } from '../../ui/page/page-metadata.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { PartGrid } from '../catalog/part-grid.tsx'
import { familiesQuery, partsPreviewQuery } from '../catalog/search/all-parts-queries.ts'
import { parseReviewCursor, reviewsQuery, shopRatingQuery } from '../reviews/reviews-query.ts'
import { ReviewsSection } from '../reviews/reviews-section.tsx'
import { Contact } from './contact.tsx'

export function HomePage() {
  return (
    <>
      <PageMetadata
        title="Bicycle Spare Parts"
        path={paths.home}
        description="Bicycle spare parts straight from the maker, drawn to the tenth of a millimetre and sold in bulk since 1994."
      />
      <Hero />
      <Statistics />
      <PartsPreview />
      <Welcome />
      <ReviewsSection />
      <Contact />
      <ShopData />
    </>
  )
}

function Hero() {
  return (
    <section className="hero">
      <div className="wrap">
        <h1>Bicycle Parts</h1>
        <picture className="hero-art">
          <source
            media="(max-width: 639px)"
            srcSet="/drawings/house/drivetrain-small.svg"
            width="375"
            height="250"
          />
          <source
            media="(prefers-reduced-motion: reduce)"
            srcSet="/drawings/house/drivetrain-still.svg"
            width="1440"
            height="569"
          />
          <img
            src="/drawings/house/drivetrain.svg"
            width="1440"
            height="569"
            fetchPriority="high"
            alt="Drawing of a drivetrain: chainring with 44 teeth, cog with 18, chain of 98 links"
          />
        </picture>
        <div className="hero-strip">
          <div className="grid gap-4.5 px-(--edge) pt-5.5 pb-6 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-8">
            <p className="max-w-[34em] text-[18px]/[1.45]">
              Spare parts straight from the maker, drawn to the tenth of a millimetre and sold in
              bulk.
            </p>
            <Link className="btn btn-inverse" to={paths.allParts}>
              Get Started
              <NextIcon />
            </Link>
          </div>
          <TitleBlock cells={useFamilyCells()} />
        </div>
      </div>
    </section>
  )
}

const NO_FILTERS = parsePartFilters(new URLSearchParams())

/**
 * Returns the cells of the title block: links to the first three families and to all parts. Until the families have
 * loaded, the cells are empty. With fewer than four families or after an error, returns the dimensions of the drawing.
 */
function useFamilyCells(): TitleBlockCell[] {
  const { data: families = [], isPending } = useQuery(familiesQuery(NO_FILTERS))
  if (isPending) return drivetrain.map(() => emptyCell)
  if (families.length < 4) return drivetrain
  const count = families.reduce((sum, family) => sum + Number(family.count), 0)
  const allFamilies = { slug: '', name: `All ${families.length} families`, count }
  return [...families.slice(0, 3), allFamilies].map(({ slug, name, count }) => [
    <Link key={slug} to={paths.allParts + (slug && `?family=${slug}`)}>
      {name}
    </Link>,
    pluralize(Number(count), 'part', 'parts'),
  ])
}

/** Em spaces keep about the width of a link. */
const emptyCell: TitleBlockCell = ['\u2003'.repeat(5), '\u2003']

const drivetrain: TitleBlockCell[] = [
  ['Chainring', '44 T'],
  ['Cog', '18 T'],
  ['Chain', '98 links'],
  ['Pitch', '12.7 mm'],
]

/** Fixed texts of the specification. */
const statistics = [
  ['65', 'production countries'],
  ['22.6K', 'total feedbacks'],
  ['34%', 'market share'],
  ['43.3K+', 'customers'],
  ['16%', 'company growth'],
]

/** The statistics. On wide screens, a line like a dimension of a technical drawing decorates each number. */
function Statistics() {
  return (
    <section className="sec">
      <div className="wrap">
        <div className="head">
          <h2>Millions Trust Our Products</h2>
        </div>
        <ul className="grid md:grid-cols-[repeat(6,1fr)] xl:grid-cols-[0.86fr_1.14fr_0.92fr_1.32fr_0.92fr]">
          {statistics.map(([figure, name]) => (
            <li key={name} className="stat">
              <span className="stat-figure">{figure}</span>
              <span className="stat-line" aria-hidden="true" />
              <div>
                <b className="block font-semibold text-[17px]">{name}</b>
                <small>
                  <UpIcon />
                  more than last year
                </small>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function PartsPreview() {
  const query = useQuery(partsPreviewQuery())
  const { data: parts } = query
  return (
    <section className="sec">
      <div className="wrap">
        <div className="head">
          <h2>Bicycle Parts</h2>
          <Link className="more" to={paths.allParts}>
            Show All
            <NextIcon />
          </Link>
        </div>
        {!parts && <QueryState query={query} />}
        {parts?.length === 0 && <EmptyState text="There are no parts in the catalog yet." />}
        {parts && parts.length > 0 && <PartGrid heading="h3" parts={parts} lazyFrom={0} />}
      </div>
    </section>
  )
}

const titleBlock: TitleBlockCell[] = [
  ['Title', 'Wheel 622, 32 spokes'],
  ['Scale', '1 : 5'],
  ['Since', '1994'],
  ['Sheet', '1 / 1'],
]

function Welcome() {
  return (
    <section className="sec">
      <div className="wrap welcome">
        <div className="frame">
          <picture>
            <source
              media="(max-width: 559px)"
              srcSet="/drawings/house/wheel-card.svg"
              width="360"
              height="270"
            />
            <img
              src="/drawings/house/wheel.svg"
              width="640"
              height="480"
              loading="lazy"
              alt="Drawing of a wheel with 32 spokes laced three-cross"
            />
          </picture>
          <TitleBlock cells={titleBlock} />
        </div>
        <div>
          <h2 className="mb-7">Welcome to Freehub</h2>
          <p className="lead">
            We have been making bicycle spare parts since 1994, and we export them worldwide.
          </p>
          <p className="mt-4 max-w-[38em]">
            Every part is made to its drawing: the pitch, the bolt circle, the thread. Dealers order
            what they need, from the minimum order up. Larger quantities cost less per unit.
          </p>
          <p className="mt-8">
            <Link className="btn btn-outline" to={paths.contactUs}>
              Contact Us
            </Link>
          </p>
        </div>
      </div>
    </section>
  )
}

/** Structured data for search engines. Only the server loads the code that renders it: hydration keeps the HTML. */
const ShopData = import.meta.env.SSR
  ? (await import('./shop-structured-data.tsx')).ShopStructuredData
  : ShopDataPlaceholder

function ShopDataPlaceholder() {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: '{}' }}
    />
  )
}

/** Prefetches the data of the page on the server. The bundler removes the code from the browser's bundle. */
export async function prefetchHome(client: QueryClient, fetch: Fetch, url: URL) {
  if (!import.meta.env.SSR) return
  await Promise.all([
    client.prefetchQuery({ ...partsPreviewQuery(fetch), retry: false }),
    client.prefetchQuery({ ...familiesQuery(NO_FILTERS, fetch), retry: false }),
    client.prefetchQuery({ ...reviewsQuery(parseReviewCursor(url.search), fetch), retry: false }),
    client.prefetchQuery({ ...shopRatingQuery(fetch), retry: false }),
  ])
}
