import { Logo } from './icons.tsx'

/** Shown instead of a section while its data loads. */
export function LoadingScreen() {
  return (
    <div className="loading-screen" role="status">
      <Logo />
      <span>Please wait, Loading ...</span>
    </div>
  )
}
