import {
  ArrowRight,
  ArrowUp,
  Check,
  CircleAlert,
  Contrast,
  type LucideIcon,
  Menu,
  X,
} from 'lucide-react'

const drawn = (Icon: LucideIcon) =>
  function DrawnIcon() {
    return <Icon className="ic" aria-hidden="true" />
  }

export const NextIcon = drawn(ArrowRight)
export const UpIcon = drawn(ArrowUp)
export const CheckIcon = drawn(Check)
export const WarnIcon = drawn(CircleAlert)
export const ThemeIcon = drawn(Contrast)
export const MenuIcon = drawn(Menu)
export const CloseIcon = drawn(X)
