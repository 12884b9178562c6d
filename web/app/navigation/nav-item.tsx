import { Link, useLocation } from 'react-router'
import { paths } from '../../paths.ts'

/** A link of the bar, marked when it leads to where one is. */
export function NavItem({ to, children }: { to: string; children: string }) {
  const place = placeOf(useLocation().pathname)
  const current = place === to ? 'true' : undefined
  return (
    <Link to={to} aria-current={current}>
      {children}
    </Link>
  )
}

/** Which of the bar's links stands for this address. */
function placeOf(pathname: string): string {
  const path = pathname.toLowerCase().replace(/(.)\/+$/, '$1')
  if (path === '/' || path === '/home') return paths.home
  if (/^\/(allparts(\/[0-9a-f-]{36})?|purchase\/[^/]+)$/.test(path)) return paths.allParts
  if (path === '/dashboard' || path.startsWith('/dashboard/')) return paths.dashboard
  return path
}
