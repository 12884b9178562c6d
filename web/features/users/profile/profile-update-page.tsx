import { formatError } from '../../../api/call-error.ts'
import { ErrorNote } from '../../../ui/forms/error-note.tsx'
import { LoadingScreen } from '../../../ui/loading-screen.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useMyProfile } from './profile-query.ts'

export function Component() {
  const { data: profile, isPending, error, refetch } = useMyProfile()
  return (
    <>
      <PageHead title="Update My Profile" />
      <div className="dash-head">
        <h1>Update My Profile</h1>
        <p className="second">Blank fields stay unchanged.</p>
      </div>
      {error && !profile && <ErrorNote text={formatError(error)} onRetry={() => void refetch()} />}
      {isPending && <LoadingScreen />}
      {profile && <ProfileForm profile={profile} />}
    </>
  )
}
