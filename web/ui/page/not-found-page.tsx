import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { PageMetadata } from './page-metadata.tsx'

export function NotFoundPage() {
  return (
    <div className="grid gap-7 pt-14 pb-24">
      <PageMetadata title="Page Not Found" />
      <h1 className="wrap text-[clamp(64px,9vw,148px)]/[0.86]">Page Not Found</h1>
      {/* The chain runs between the window's edges. */}
      <div className="overflow-hidden">
        <img
          className="w-full min-w-225 h-auto ml-[50%] [translate:-50%]"
          src="/drawings/house/missing-link.svg"
          width="1440"
          height="258"
          alt="Drawing of a chain with one link missing"
        />
      </div>
      <div className="wrap">
        <p className="max-w-[32em] text-[20px]">
          We can’t find that page. Check the URL or search for a part.
        </p>
        <p className="actions mt-7">
          <Link className="btn" to={paths.home}>
            Home
          </Link>
          <Link className="btn btn-outline" to={paths.allParts}>
            Bicycle Parts
          </Link>
        </p>
      </div>
    </div>
  )
}
