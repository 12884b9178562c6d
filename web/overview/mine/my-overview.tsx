import { PageHead } from '../../shell/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Overview" />
      <div className="dash-head">
        <h1>Overview</h1>
      </div>
    </>
  )
}
