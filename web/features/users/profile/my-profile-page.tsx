import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { DashboardHead } from '../../../ui/page/dashboard-head.tsx'
import { ProfilePhoto } from '../../../ui/profile-photo.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { ProfileCard } from './profile-card.tsx'
import { useMyProfile } from './profile-query.ts'

export default function MyProfilePage() {
  const query = useMyProfile()
  const { data: profile } = query
  return (
    <>
      <DashboardHead title="My Profile">
        <div className="actions">
          <Link className="btn btn-outline btn-sm" to={paths.profileUpdate}>
            Update
          </Link>
        </div>
      </DashboardHead>
      <QueryState query={query} />
      {profile && (
        <ProfileCard
          profile={profile}
          photo={<ProfilePhoto url={profile.photoURL} name={profile.displayName} />}
        />
      )}
    </>
  )
}
