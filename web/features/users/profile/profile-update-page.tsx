import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useMyProfile } from './profile-query.ts'

export default function ProfileUpdatePage() {
  const query = useMyProfile()
  const { data: profile } = query
  return (
    <>
      <DashboardHead title="Update My Profile">
        <p className="secondary">Blank fields stay unchanged.</p>
      </DashboardHead>
      {!profile && <QueryState query={query} />}
      {profile && <ProfileForm profile={profile} />}
    </>
  )
}
