import type { PartDetails } from '@freehub/contract/catalog/parts'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { useSession } from '../../identity/session.ts'
import { WHEEL_FAMILIES } from '../wheel-families.ts'

const PartOnBike = lazy(() => import('../../fitment/bikes/part-on-bike.tsx'))

interface PartWheelsAndBikesProps {
  id: string
  details: PartDetails | undefined
}

/** A link to the wheel builder, and whether the part fits one of the customer's bikes. */
export function PartWheelsAndBikes({ id, details }: PartWheelsAndBikesProps) {
  const isSignedIn = useSession().status === 'signedIn'
  const field = WHEEL_FAMILIES[details?.familySlug ?? '']
  return (
    <>
      {field !== undefined && (
        <p className="part-small">
          <Link to={field ? `${paths.wheelBuilder}?${field}=${id}` : paths.wheelBuilder}>
            Build wheels with this {field ?? 'part'}
          </Link>
          . The wheel builder computes the spoke lengths and lists all parts.
        </p>
      )}
      {isSignedIn ? (
        <Suspense fallback={null}>
          <PartOnBike id={id} />
        </Suspense>
      ) : (
        <p className="part-small">
          Does it fit? <Link to={paths.bikes}>Save your bike’s sizes</Link> to check it here.
        </p>
      )}
    </>
  )
}
