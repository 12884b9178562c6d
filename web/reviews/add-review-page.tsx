import { PageHead } from '../shell/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Add A Review" />
      <div className="dash-head">
        <h1>Add A Review</h1>
      </div>
    </>
  )
}
