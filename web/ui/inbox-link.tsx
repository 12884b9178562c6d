import { useSettings } from '../page-settings.ts'

/** A link to the sandbox inbox, next to each text about a sent email or SMS. Hidden in production. */
export function InboxLink() {
  const { inboxUrl } = useSettings()
  if (!inboxUrl) return null
  return (
    <p>
      <a href={inboxUrl} target="_blank" rel="noreferrer">
        Open the sandbox inbox
      </a>
    </p>
  )
}
