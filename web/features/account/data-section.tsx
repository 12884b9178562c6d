import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { downloadFile } from '../../ui/download-file.ts'
import { clearDrafts } from '../../ui/forms/form-draft.ts'
import { endRejectedSession } from '../identity/session.ts'
import { ActionButton } from './account-actions.tsx'
import { AccountSection } from './account-section.tsx'

export function DataSection({ email }: { email: string }) {
  const navigate = useNavigate()

  /** Opens the home page after the account was deleted, and clears the session. */
  async function leaveAccount() {
    clearDrafts()
    await navigate(paths.home)
    // The server already rejects this session, because the account is deleted.
    endRejectedSession()
    void showToast('Your account was deleted')
  }

  return (
    <AccountSection
      title="Your data"
      description="Download all data that we store about you. Deleting your account anonymises your orders."
    >
      <div className="actions">
        <ActionButton label="Download My Data" action={downloadData} />
        <ActionButton
          label="Delete My Account"
          action={() => call('DELETE', '/api/account')}
          onDone={leaveAccount}
          isDestructive
          confirmation={{
            title: 'Delete your account?',
            text: 'Your unpaid orders are cancelled. Your name, addresses and sign-in methods are deleted. This can’t be undone.',
            subject: email,
            label: 'Delete My Account',
          }}
        />
      </div>
    </AccountSection>
  )
}

const downloadData = () => downloadFile('/api/account/data', 'freehub-my-data.json')
