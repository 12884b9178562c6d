import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Chainring } from '../../ui/chainring.tsx'

export function Brand() {
  return (
    <Link className="brand" to={paths.home}>
      <Chainring />
      Freehub
    </Link>
  )
}
