import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

/** Does nothing if the URL has changed. The old screen stays mounted while the next one loads. */
export function useNavigateIfCurrent(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (to, options) => {
    if (window.location.pathname === pathname) void navigate(to, options)
  }
}
