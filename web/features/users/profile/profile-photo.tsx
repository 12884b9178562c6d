import { UserRound } from 'lucide-react'
import { useState } from 'react'

const SIZE = 160

/** The user's photo. An icon if there is no photo or it fails to load. */
export function ProfilePhoto({ url, name }: { url: string | null; name: string }) {
  const [failedUrl, setFailedUrl] = useState<string>()
  return (
    <div className="profile-photo">
      {url && url !== failedUrl ? (
        <img
          className="w-full h-full object-cover"
          src={url}
          width={SIZE}
          height={SIZE}
          alt={name}
          referrerPolicy="no-referrer"
          onError={() => setFailedUrl(url)}
        />
      ) : (
        <UserRound role="img" aria-label="No photo" />
      )}
    </div>
  )
}
