// Each icon is imported from its own module. An import from `lucide-react` would load the icons of
// all screens with the first screen.
import type { LucideIcon } from 'lucide-react'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Contrast from 'lucide-react/icons/contrast'
import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import X from 'lucide-react/icons/x'

const createIcon = (Icon: LucideIcon) =>
  function DrawnIcon() {
    return <Icon className="ic" aria-hidden="true" />
  }

export const NextIcon = createIcon(ArrowRight)
export const UpIcon = createIcon(ArrowUp)
export const CheckIcon = createIcon(Check)
export const WarnIcon = createIcon(CircleAlert)
export const ThemeIcon = createIcon(Contrast)
export const CartIcon = createIcon(ShoppingCart)
export const SearchIcon = createIcon(Search)
export const MenuIcon = createIcon(Menu)
export const CloseIcon = createIcon(X)

/** The Freehub logo: a sprocket of eleven teeth. */
export function Logo() {
  return (
    <svg viewBox="-16 -16 32 32" width="30" height="30" aria-hidden="true">
      <path fillRule="evenodd" d={OUTLINE} />
    </svg>
  )
}

const OUTLINE =
  'M-3.1 -13.7Q-2.6 -13.3 -1.9 -11.9A2.1 2.1 0 0 0 1.9 -11.9Q2.6 -13.3 3.1 -13.7A14.1 14.1 0 0 1 4.8 -13.2Q5 -12.6 4.8 -11.1A2.1 2.1 0 0 0 8.1 -9Q9.3 -9.8 10 -9.9A14.1 14.1 0 0 1 11.2 -8.5Q11 -7.8 10 -6.7A2.1 2.1 0 0 0 11.6 -3.2Q13.2 -3.2 13.8 -2.9A14.1 14.1 0 0 1 14 -1.1Q13.5 -0.6 12.1 -0.2A2.1 2.1 0 0 0 11.5 3.6Q12.8 4.4 13.2 5A14.1 14.1 0 0 1 12.4 6.7Q11.7 6.8 10.3 6.3A2.1 2.1 0 0 0 7.7 9.3Q8.4 10.6 8.3 11.3A14.1 14.1 0 0 1 6.8 12.3Q6.2 12 5.2 10.9A2.1 2.1 0 0 0 1.5 12Q1.3 13.5 0.9 14A14.1 14.1 0 0 1 -0.9 14Q-1.3 13.5 -1.5 12A2.1 2.1 0 0 0 -5.2 10.9Q-6.2 12 -6.8 12.3A14.1 14.1 0 0 1 -8.3 11.3Q-8.4 10.6 -7.7 9.3A2.1 2.1 0 0 0 -10.3 6.3Q-11.7 6.8 -12.4 6.7A14.1 14.1 0 0 1 -13.2 5Q-12.8 4.4 -11.5 3.6A2.1 2.1 0 0 0 -12.1 -0.2Q-13.5 -0.6 -14 -1.1A14.1 14.1 0 0 1 -13.8 -2.9Q-13.2 -3.2 -11.6 -3.2A2.1 2.1 0 0 0 -10 -6.7Q-11 -7.8 -11.2 -8.5A14.1 14.1 0 0 1 -10 -9.9Q-9.3 -9.8 -8.1 -9A2.1 2.1 0 0 0 -4.8 -11.1Q-5 -12.6 -4.8 -13.2ZM-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0Z'
