import { PageHead } from '../shell/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="My Profile" />
      <div className="dash-head">
        <h1>My Profile</h1>
      </div>
    </>
  )
}
