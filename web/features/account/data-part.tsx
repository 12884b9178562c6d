import { AccountPart } from './account-part.tsx'
import { DeleteAccountButton } from './delete-account-button.tsx'
import { DownloadDataButton } from './download-data-button.tsx'

/** What the shop knows of one, to take along; and the way out of its books. */
export function DataPart() {
  return (
    <AccountPart
      title="Your data"
      about="Everything we keep of you, as a file. Or have us forget you: orders stay in our books, without you."
    >
      <div className="act">
        <DownloadDataButton />
        <DeleteAccountButton />
      </div>
    </AccountPart>
  )
}
