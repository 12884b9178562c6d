import { AccountSection } from './account-section.tsx'
import { DeleteAccountButton } from './delete-account-button.tsx'
import { DownloadDataButton } from './download-data-button.tsx'

export function DataSection() {
  return (
    <AccountSection
      title="Your data"
      description="Download all data that we store about you. Deleting your account anonymises your orders."
    >
      <div className="act">
        <DownloadDataButton />
        <DeleteAccountButton />
      </div>
    </AccountSection>
  )
}
