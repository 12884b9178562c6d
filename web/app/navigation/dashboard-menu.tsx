import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { useNavItems } from './use-nav-items.ts'

interface DashboardMenuProps {
  admin: boolean
  onChoose?: () => void
}

/** The dashboard's menu for a customer or an admin. */
export function DashboardMenu(props: DashboardMenuProps) {
  return (
    <nav aria-label="Dashboard">
      <Suspense fallback={null}>
        <NavItems {...props} />
      </Suspense>
    </nav>
  )
}

function NavItems({ admin, onChoose }: DashboardMenuProps) {
  const { pathname } = useLocation()
  return (
    <ul>
      {useNavItems(admin).map(({ to, name, Icon, subpaths }) => (
        <li key={to}>
          <Link to={to} onClick={onChoose} aria-current={getAriaCurrent(pathname, to, subpaths)}>
            <Icon className="ic" aria-hidden="true" />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function getAriaCurrent(pathname: string, to: string, subpaths: string[] = []) {
  if (pathname === to) return 'page'
  return subpaths.some((subpath) => pathname.startsWith(subpath)) ? 'true' : undefined
}
