import { UserRound } from 'lucide-react'
import { useState } from 'react'

const SIZE = 160

/** The photo from the sign-in provider, or an icon where there is none or it cannot be had. */
export function ProfilePhoto({ url, name }: { url: string | null; name: string }) {
  const [broken, setBroken] = useState<string>()
  return (
    <div className="profile-photo">
      {url && url !== broken ? (
        <img
          src={url}
          width={SIZE}
          height={SIZE}
          alt={name}
          referrerPolicy="no-referrer"
          onError={() => setBroken(url)}
        />
      ) : (
        <UserRound role="img" aria-label="No photo" />
      )}
    </div>
  )
}
