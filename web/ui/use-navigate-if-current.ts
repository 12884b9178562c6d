import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/** Returns a `navigate` that does nothing if the user has left the screen, even if the screen is still mounted. */
export function useNavigateIfCurrent(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (to, options) => {
    if (window.location.pathname === pathname) void navigate(to, options)
  }
}
