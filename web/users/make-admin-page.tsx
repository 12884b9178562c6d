import { PageHead } from '../shell/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Make Admin" />
      <div className="dash-head">
        <h1>Make Admin</h1>
      </div>
    </>
  )
}
