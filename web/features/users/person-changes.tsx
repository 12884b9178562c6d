import type { PersonChange } from '@freehub/contract/users/users'
import { EmailAddress } from '../../ui/email-address.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PersonPart } from './person-part.tsx'

const words: Record<PersonChange['kind'], string> = {
  made_admin: 'Became an admin',
  made_customer: 'Became a customer again',
  banned: 'Banned',
  let_in: 'Let in again',
}

/** What happened to his role and to his way in. */
export function PersonChanges({ changes }: { changes: PersonChange[] }) {
  return (
    <PersonPart name="Role and bans">
      {changes.length === 0 && <p className="second">Nothing has changed since the sign-up.</p>}
      {changes.length > 0 && (
        <table className="table" aria-label="Role and bans">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">By</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ kind, by, at, reason }) => (
              <tr key={`${at} ${kind}`}>
                <td data-caption="What">
                  {words[kind]}
                  {reason && <p className="second said">{reason}</p>}
                </td>
                <td data-caption="By">
                  <span className="ordered">
                    {by ? <EmailAddress address={by} /> : 'The shop itself'}
                  </span>
                </td>
                <td data-caption="When">
                  <Moment at={at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PersonPart>
  )
}
