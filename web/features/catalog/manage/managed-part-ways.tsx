import { Link } from 'react-router'
import { paths } from '../../../paths.ts'

interface ManagedPartWaysProps {
  id: string
  describedBy: string
}

/** Where more is known or can be changed of a part. */
export function ManagedPartWays({ id, describedBy }: ManagedPartWaysProps) {
  return (
    <span className="part-ways">
      <Link to={paths.editProduct(id)} aria-describedby={describedBy}>
        Edit
      </Link>
      <Link to={paths.stock(id)} aria-describedby={describedBy}>
        Stock
      </Link>
    </span>
  )
}
