import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { MenuIcon, ThemeIcon } from '../../ui/icons.tsx'
import { toggleTheme } from '../theme.ts'
import { Brand } from './brand.tsx'
import { SessionSlot } from './session-slot.tsx'
import { TopBarLink } from './top-bar-link.tsx'

/** The top navigation bar. On small screens its links are a popover, which opens without scripts. */
export function TopBar() {
  const links = useRef<HTMLElement>(null)
  const { key } = useLocation()
  const previousKey = useRef(key)

  // Close the menu after a navigation, but not on hydration: it may have been opened before.
  useEffect(() => {
    if (previousKey.current === key) return
    previousKey.current = key
    if (links.current?.matches(':popover-open')) links.current.hidePopover()
  }, [key])

  return (
    <header className="top">
      <div className="wrap">
        <Brand />
        <nav ref={links} id="links" className="links" popover="auto" aria-label="Main">
          <ul>
            <li>
              <TopBarLink to={paths.home}>Home</TopBarLink>
            </li>
            <li>
              <TopBarLink to={paths.allParts}>Bicycle Parts</TopBarLink>
            </li>
            <li>
              <TopBarLink to={paths.blogs}>Blogs</TopBarLink>
            </li>
          </ul>
          <SessionSlot />
        </nav>
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
