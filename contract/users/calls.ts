import { z } from 'zod'
import { defineCalls } from '../call.ts'
import { BAN_REASON_LENGTH } from '../limits.ts'
import { byEmail, modified, period, requiredText } from '../schema-fields.ts'
import * as users from './user-schemas.ts'

export const usersCalls = {
  ...defineCalls('session', 'users', {
    putUser: {
      route: 'PUT /user/:email',
      summary:
        'If the body has only email, exchanges the session cookie for an access token. Otherwise updates the profile. An empty field does not change the profile.',
      params: byEmail,
      body: users.putUser,
      response: users.putUserResponse,
      refusals: ['session_missing', 'email_foreign', 'origin_foreign'],
    },
  }),
  ...defineCalls('user', 'users', {
    readUser: {
      route: 'GET /user/:email',
      summary: 'Returns a profile. Admins may read any profile.',
      params: byEmail,
      response: users.profile,
      refusals: ['email_foreign', 'user_missing'],
    },
    readAdminFlag: {
      route: 'GET /user/admin/:email',
      summary: 'Returns whether a user is an admin. Admins may ask about any user.',
      params: byEmail,
      response: users.adminFlag,
      refusals: ['email_foreign', 'user_missing'],
    },
  }),
  ...defineCalls('admin', 'users', {
    makeAdmin: {
      route: 'PUT /user/admin/:email',
      securityEvent: 'role_grant',
      summary: 'Makes a user with a confirmed email an admin.',
      params: byEmail,
      response: modified,
      refusals: ['email_not_confirmed'],
    },
    listUsers: {
      route: 'GET /allUsers',
      summary:
        'Lists users, newest first. search matches email and name, or at least four digits of the phone; from and until match the time of the sign-up. unconfirmed in show leaves out banned users. X-Total-Count holds the number of users, or of at most 10,000 matches. Link holds the adjacent pages.',
      querystring: users.usersQuery,
      response: z.array(users.userWithPaidOrders),
    },
    removeAdmin: {
      route: 'DELETE /user/admin/:email',
      securityEvent: 'role_removal',
      summary: 'Makes an admin a customer. The last admin cannot be removed.',
      params: byEmail,
      response: modified,
      refusals: ['user_missing', 'last_admin'],
    },
    banUser: {
      route: 'PUT /api/users/:email/ban',
      securityEvent: 'ban',
      summary: 'Bans a user immediately. Admins cannot ban themselves or the last admin.',
      params: byEmail,
      body: z.strictObject({ reason: requiredText(BAN_REASON_LENGTH, 'Enter a reason.') }),
      response: modified,
      refusals: ['user_missing', 'last_admin'],
    },
    unbanUser: {
      route: 'DELETE /api/users/:email/ban',
      securityEvent: 'ban_lift',
      summary: 'Lifts the ban of a user.',
      params: byEmail,
      response: modified,
      refusals: ['user_missing'],
    },
    listRoleChanges: {
      route: 'GET /api/role-changes',
      summary: 'Lists the last hundred role changes of a period, newest first.',
      querystring: z.strictObject(period),
      response: z.array(users.roleChange),
    },
    readPerson: {
      route: 'GET /api/people/:who',
      summary:
        'Returns a user by ID or email, with profile, role and ban, and the history of role and ban.',
      params: z.object({ who: users.idOrEmail }),
      response: users.person,
      refusals: ['user_missing'],
    },
    trustUser: {
      route: 'PUT /api/users/:email/trust',
      summary:
        'Exempts a customer from the limits on the value and stock of unpaid orders before the first payment. Their email must be confirmed. The maximum number of unpaid orders still applies.',
      params: byEmail,
      response: modified,
      refusals: ['user_missing', 'email_not_confirmed'],
    },
    distrustUser: {
      route: 'DELETE /api/users/:email/trust',
      summary: 'Removes the exemption from the limits for new customers. Existing orders remain.',
      params: byEmail,
      response: modified,
      refusals: ['user_missing'],
    },
  }),
}
