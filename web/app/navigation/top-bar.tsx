import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { MenuIcon, ThemeIcon } from '../../ui/icons.tsx'
import { switchTheme } from '../theme.ts'
import { Brand } from './brand.tsx'
import { NavItem } from './nav-item.tsx'
import { SessionSlot } from './session-slot.tsx'

/** The bar at the top. On small screens its links are a popover, which needs no script to open. */
export function TopBar() {
  const links = useRef<HTMLElement>(null)
  const { key } = useLocation()
  const shown = useRef(key)

  // Whoever went somewhere is done with the menu; who opened it before the page woke is not.
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    if (links.current?.matches(':popover-open')) links.current.hidePopover()
  }, [key])

  return (
    <header className="top">
      <div className="wrap">
        <Brand />
        <nav ref={links} id="links" className="links" popover="auto" aria-label="Main">
          <ul>
            <li>
              <NavItem to={paths.home}>Home</NavItem>
            </li>
            <li>
              <NavItem to={paths.allParts}>Bicycle Parts</NavItem>
            </li>
            <li>
              <NavItem to={paths.blogs}>Blogs</NavItem>
            </li>
          </ul>
          <SessionSlot />
        </nav>
        <button
          type="button"
          className="tool theme-switch"
          aria-label="Switch between light and dark"
          onClick={switchTheme}
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
