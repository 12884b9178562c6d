import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { onExpelled } from '../api/expelled.ts'
import { isWayIn, keepReturnAddress } from '../features/identity/return-address.ts'
import { endRefusedSession } from '../features/identity/session.ts'
import { paths } from '../paths.ts'
import { showToast } from '../ui/dialogs/toast.ts'

/** Leads whom the shop no longer knows to the login, and later back to where he was. */
export function useExpulsion(): void {
  const navigate = useNavigate()

  useEffect(() => {
    onExpelled(() => {
      // Calls that are refused one after the other expel once more, from the login itself.
      if (!isWayIn(location.pathname)) keepReturnAddress(location.pathname + location.search)
      endRefusedSession()
      void navigate(paths.login)
      void showToast('Please, Login again', 'error')
    })
  }, [navigate])
}
