import type { Account } from '@freehub/contract/identity/calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { useSession } from '../../identity/session.ts'
import { accountQuery } from '../account-queries.ts'

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** States on every dashboard screen what an admin must do to keep or regain staff rights. */
export function StaffRightsBanner() {
  const session = useSession()
  const isStaff = session.status === 'signedIn' && (session.user.admin || session.user.paused)
  return isStaff ? <StaffDuties /> : null
}

function StaffDuties() {
  const { data: account } = useQuery(accountQuery)
  const text = account && formatStaffDuties(account)
  if (!text) return null
  return (
    <section className="message message-info mb-7" aria-label="Staff rights">
      <p>{text}</p>
      <Link className="btn btn-outline btn-sm" to={paths.account}>
        Sign-in & Security
      </Link>
    </section>
  )
}

/** States what an admin must do to keep or regain staff rights. Null if there is nothing to do. */
export function formatStaffDuties({ staffRightsPaused, secondFactorDue }: Account): string | null {
  if (staffRightsPaused === 'email_not_confirmed') {
    return 'Your staff rights are paused until you confirm your email.'
  }
  if (staffRightsPaused === 'second_factor_off') {
    return 'Your staff rights are paused until you turn on two-step sign-in.'
  }
  if (secondFactorDue === null) return null
  return `Turn on two-step sign-in by ${dayFormat.format(new Date(secondFactorDue))} to keep your staff rights.`
}
