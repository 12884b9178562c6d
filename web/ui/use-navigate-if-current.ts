import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/** Returns a `navigate` that does nothing after the URL has changed, even while mounted. */
export function useNavigateIfCurrent(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (to, options) => {
    if (window.location.pathname === pathname) void navigate(to, options)
  }
}
