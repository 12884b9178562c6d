import { isSoldOut, type Part } from '@freehub/contract/catalog/parts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pluralize } from '../../../api/format-count.ts'
import { paths } from '../../../paths.ts'
import { Stars } from '../../../ui/stars.tsx'
import { shopRatingQuery } from '../../reviews/shop-rating-query.ts'
import { SoldOutNote } from './sold-out-note.tsx'

/** Book Now, or why the part cannot be ordered; below it the shop's rating. */
export function BookPart({ part }: { part: Part }) {
  return (
    <div className="part-book">
      {isSoldOut(part) ? (
        <>
          <button type="button" className="btn btn-block btn-lg" disabled>
            Book Now
          </button>
          <SoldOutNote part={part} />
        </>
      ) : (
        <Link className="btn btn-block btn-lg" to={paths.purchase(part._id)}>
          Book Now
        </Link>
      )}
      <ShopRating />
    </div>
  )
}

function ShopRating() {
  const { data: rating } = useQuery(shopRatingQuery())
  if (!rating?.count) return null
  return (
    <p className="part-small part-rating">
      <Stars value={rating.average} />
      <span>
        {rating.average.toFixed(1)} of 5 from{' '}
        <Link to={paths.reviews}>{pluralize(rating.count, 'review', 'reviews')} of the shop</Link>
      </span>
    </p>
  )
}
