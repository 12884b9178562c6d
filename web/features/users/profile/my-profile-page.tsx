import { Link } from 'react-router'
import { formatError } from '../../../api/call-error.ts'
import { paths } from '../../../paths.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { ProfilePhoto } from './profile-photo.tsx'
import { useMyProfile } from './profile-query.ts'
import { ProfileSheet } from './profile-sheet.tsx'

export function Component() {
  const { data: profile, isPending, error, refetch } = useMyProfile()
  return (
    <>
      <PageHead title="My Profile" />
      <div className="dash-head">
        <h1>My Profile</h1>
      </div>
      {error && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {profile && (
        <>
          <ProfileSheet
            profile={profile}
            photo={<ProfilePhoto url={profile.photoURL} name={profile.displayName} />}
          />
          <p className="profile-act">
            <Link className="btn" to={paths.profileUpdate}>
              Update
            </Link>
          </p>
        </>
      )}
    </>
  )
}
