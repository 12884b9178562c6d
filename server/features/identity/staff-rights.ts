import type { Account } from '@freehub/contract/identity/calls'

/** How long an admin keeps the staff rights without a second factor. */
export interface StaffRule {
  /** Hours after the promotion during which the second factor may be off. Null if it is optional. */
  graceHours: number | null
}

/** SQL for the effective role of a user in `users u`. The parameter `$1` is `StaffRule.graceHours`. */
export const EFFECTIVE_ROLE = `case when u.role = 'admin' and u.email_verified
    and ($1::int is null or u.two_factor_enabled
      or u.admin_since > now() - make_interval(hours => $1::int))
    then 'admin' else 'customer' end`

interface Staff {
  role: 'admin' | 'customer'
  emailConfirmed: boolean
  secondFactor: boolean
  adminSince: Date | null
}

/**
 * Returns the time until which an admin must turn the second factor on, and the reason why the admin's rights are
 * paused. Each is null if it does not apply, as for customers.
 */
export function staffDuties(
  { graceHours }: StaffRule,
  { role, emailConfirmed, secondFactor, adminSince }: Staff,
): Pick<Account, 'secondFactorDue' | 'staffRightsPaused'> {
  const isAdminAccount = role === 'admin'
  const hasDeadline = isAdminAccount && graceHours !== null && !secondFactor && adminSince !== null
  const deadline = hasDeadline ? new Date(adminSince.getTime() + graceHours * 3_600_000) : null
  return { secondFactorDue: deadline?.toISOString() ?? null, staffRightsPaused: findPauseReason() }

  function findPauseReason() {
    if (isAdminAccount && !emailConfirmed) return 'email_not_confirmed'
    return deadline && deadline.getTime() <= Date.now() ? 'second_factor_off' : null
  }
}
