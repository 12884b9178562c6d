import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { formatError } from '../../api/call-error.ts'
import { tryStorage } from '../../api/storage.ts'
import { CartLink } from '../../features/cart/cart-link.tsx'
import {
  clearReturnPath,
  isLoginPath,
  saveReturnPath,
} from '../../features/identity/return-path.ts'
import { signOut, useSession } from '../../features/identity/session.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/dialogs/toast.ts'
import { clearDrafts } from '../../ui/forms/form-draft.ts'
import { Logo, MenuIcon, ThemeIcon } from '../../ui/icons.tsx'
import { BarSearch } from './bar-search.tsx'
import { useCloseWhenWide } from './use-close-when-wide.ts'

/** The top navigation bar. On small screens its links are in a popover, which opens without scripts. */
export function TopBar() {
  const links = useRef<HTMLElement>(null)
  const { key } = useLocation()
  const previousKey = useRef(key)

  // Close the menu after a navigation, but not on hydration: the user may have opened it before.
  useEffect(() => {
    if (previousKey.current === key) return
    previousKey.current = key
    close()
  }, [key])
  useCloseWhenWide(48, close)

  function close() {
    if (links.current?.matches(':popover-open')) links.current.hidePopover()
  }

  return (
    <header className="top">
      <div className="wrap">
        <Brand />
        <nav ref={links} id="links" className="links" popover="auto" aria-label="Main">
          <ul>
            <TopBarLink to={paths.home}>Home</TopBarLink>
            <TopBarLink to={paths.allParts}>Bicycle Parts</TopBarLink>
            <TopBarLink to={paths.blogs}>Blogs</TopBarLink>
          </ul>
          <SessionSlot />
        </nav>
        <BarSearch />
        <CartLink />
        <button
          type="button"
          className="tool theme-switch"
          aria-label="Switch between light and dark"
          onClick={toggleTheme}
        >
          <ThemeIcon />
        </button>
        <button type="button" className="tool burger" popoverTarget="links" aria-label="Menu">
          <MenuIcon />
        </button>
      </div>
    </header>
  )
}

/**
 * Login, or Dashboard and Logout. The server always renders Login, hidden while the session is
 * loaded. Therefore pages are the same for all visitors and work without scripts.
 */
function SessionSlot() {
  const session = useSession()
  return (
    <ul className="session" data-session={session.status}>
      {session.status === 'signedIn' ? <SignedIn /> : <SignedOut />}
    </ul>
  )
}

/** Returns a function that signs the user out and opens the login. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    try {
      const wasSignedIn = await signOut()
      if (!wasSignedIn) void showToast('No user is logged in', 'error')
      clearReturnPath()
      clearDrafts()
      await navigate(paths.login)
    } catch (error) {
      void showToast(formatError(error), 'error')
    }
  }
}

function SignedIn() {
  const handleSignOut = useSignOut()
  return (
    <>
      <TopBarLink to={paths.dashboard}>Dashboard</TopBarLink>
      <li>
        <button type="button" onClick={handleSignOut}>
          Logout
        </button>
      </li>
    </>
  )
}

function SignedOut() {
  const { pathname, search, hash } = useLocation()

  /** Saves the current path, which opens after the login. On the login screens, keeps the path saved before. */
  function saveCurrentPath() {
    if (!isLoginPath(pathname)) saveReturnPath(pathname + search + hash)
  }

  return (
    <TopBarLink to={paths.login} onClick={saveCurrentPath}>
      Login
    </TopBarLink>
  )
}

/** A link of the top bar, marked if it leads to the current section. */
function TopBarLink(link: { to: string; onClick?: () => void; children: string }) {
  const currentLink = getCurrentLink(useLocation().pathname)
  return (
    <li>
      <Link {...link} aria-current={currentLink === link.to ? 'true' : undefined} />
    </li>
  )
}

/** Returns the path of the link whose section contains the current page. */
function getCurrentLink(pathname: string): string {
  const path = pathname.toLowerCase().replace(/(.)\/+$/, '$1')
  if (path === '/' || path === '/home') return paths.home
  if (/^\/(allparts(\/[0-9a-f-]{36})?|purchase\/[^/]+)$/.test(path)) return paths.allParts
  if (/^\/(dashboard($|\/)|orderpad$)/.test(path)) return paths.dashboard
  return path
}

export function Brand() {
  return (
    <Link className="brand" to={paths.home}>
      <Logo />
      Freehub
    </Link>
  )
}

/** Switches between light and dark. If the new theme is the system's, stores nothing, so that the page follows it. */
export function toggleTheme(): void {
  const { dataset } = document.documentElement
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches
  const systemTheme = isSystemDark ? 'freehub-dark' : 'freehub-light'
  const theme = dataset.theme ?? systemTheme
  const next = theme === 'freehub-dark' ? 'freehub-light' : 'freehub-dark'
  if (next === systemTheme) {
    delete dataset.theme
    tryStorage(() => localStorage.removeItem('theme'))
  } else {
    dataset.theme = next
    tryStorage(() => localStorage.setItem('theme', next))
  }
}
