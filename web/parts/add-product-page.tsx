import { PageHead } from '../shell/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Add A Product" />
      <div className="dash-head">
        <h1>Add A Product</h1>
      </div>
    </>
  )
}
