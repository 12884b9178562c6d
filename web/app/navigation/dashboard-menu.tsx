import { Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { usePlaces } from './use-places.ts'

interface DashboardMenuProps {
  admin: boolean
  onChoose?: () => void
}

/** The places of the dashboard that are this person's. */
export function DashboardMenu(props: DashboardMenuProps) {
  return (
    <nav aria-label="Dashboard">
      <Suspense fallback={null}>
        <Places {...props} />
      </Suspense>
    </nav>
  )
}

function Places({ admin, onChoose }: DashboardMenuProps) {
  const { pathname } = useLocation()
  return (
    <ul>
      {usePlaces(admin).map(({ to, name, Icon, within }) => (
        <li key={to}>
          <Link to={to} onClick={onChoose} aria-current={current(pathname, to, within)}>
            <Icon className="ic" aria-hidden="true" />
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function current(pathname: string, to: string, within: string[] = []) {
  if (pathname === to) return 'page'
  return within.some((screen) => pathname.startsWith(screen)) ? 'true' : undefined
}
