import { PageHead } from '../shell/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Manage Products" />
      <div className="dash-head">
        <h1>Manage Products</h1>
      </div>
    </>
  )
}
