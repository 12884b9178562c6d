import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/**
 * Returns a `navigate` that does nothing if the user has left this screen meanwhile. Compares the
 * URL, because the old screen stays mounted while the code of the next screen loads.
 */
export function useNavigateIfCurrent(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (to, options) => {
    if (window.location.pathname === pathname) void navigate(to, options)
  }
}
