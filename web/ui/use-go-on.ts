import { useLocation, useNavigate } from 'react-router'

/**
 * Leads on from the screen that asks, unless one has left it meanwhile: also for one whose code is
 * still on its way, while which the old screen stays.
 */
export function useGoOn(): (to: string) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (to) => {
    if (window.location.pathname === pathname) void navigate(to)
  }
}
