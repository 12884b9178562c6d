import { Logo } from './icons.tsx'

/** Placeholder for a section while its data loads. */
export function LoadingScreen() {
  return (
    <div className="loading-screen" role="status">
      <Logo />
      <span>Please wait, Loading ...</span>
    </div>
  )
}
