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

const createIcon = (Icon: LucideIcon) =>
  function DrawnIcon() {
    return <Icon className="ic" aria-hidden="true" />
  }

export const NextIcon = createIcon(ArrowRight)
export const UpIcon = createIcon(ArrowUp)
export const CheckIcon = createIcon(Check)
export const WarnIcon = createIcon(CircleAlert)
export const ThemeIcon = createIcon(Contrast)
export const MenuIcon = createIcon(Menu)
export const CloseIcon = createIcon(X)
