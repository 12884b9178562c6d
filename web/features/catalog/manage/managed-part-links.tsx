import { Link } from 'react-router'
import { paths } from '../../../paths.ts'

interface ManagedPartLinksProps {
  id: string
  describedBy: string
}

export function ManagedPartLinks({ id, describedBy }: ManagedPartLinksProps) {
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
