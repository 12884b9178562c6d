import { Link, useLocation } from 'react-router'
import { paths } from '../../paths.ts'

/** A link of the top bar, marked if it leads to the current section. */
export function TopBarLink({ to, children }: { to: string; children: string }) {
  const currentLink = getCurrentLink(useLocation().pathname)
  const ariaCurrent = currentLink === to ? 'true' : undefined
  return (
    <Link to={to} aria-current={ariaCurrent}>
      {children}
    </Link>
  )
}

/** Returns the path of the top bar link that covers this path. */
function getCurrentLink(pathname: string): string {
  const path = pathname.toLowerCase().replace(/(.)\/+$/, '$1')
  if (path === '/' || path === '/home') return paths.home
  if (/^\/(allparts(\/[0-9a-f-]{36})?|purchase\/[^/]+)$/.test(path)) return paths.allParts
  if (path === '/dashboard' || path.startsWith('/dashboard/')) return paths.dashboard
  return path
}
