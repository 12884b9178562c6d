import { useSettings } from '../settings.ts'

/** The way to the sandbox's inbox, beside every mail or text that is promised; nothing in production. */
export function InboxLink() {
  const { inboxUrl } = useSettings()
  if (!inboxUrl) return null
  return (
    <p>
      <a href={inboxUrl} target="_blank" rel="noreferrer">
        Open the sandbox’s inbox
      </a>
    </p>
  )
}
