import { Chainring } from './chainring.tsx'

/** Stands where a section will be once its data is here. */
export function LoadingScreen() {
  return (
    <div className="loading-screen" role="status">
      <Chainring />
      <span>Please wait, Loading ...</span>
    </div>
  )
}
