import { PageHead } from '../shell/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Update My Profile" />
      <div className="dash-head">
        <h1>Update My Profile</h1>
      </div>
    </>
  )
}
