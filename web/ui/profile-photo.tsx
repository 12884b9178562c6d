import { UserRound } from 'lucide-react'
import { useState } from 'react'

const SIZE_PX = 160

/** The user's photo, or an icon if there is no photo or it fails to load. */
export function ProfilePhoto({ url, name }: { url: string | null; name: string }) {
  const [failedUrl, setFailedUrl] = useState<string>()
  return (
    <div className="profile-photo">
      {url && url !== failedUrl ? (
        <img
          className="w-full h-full object-cover"
          src={url}
          width={SIZE_PX}
          height={SIZE_PX}
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
