/** How the maker is reached, as the footer and the contact section say it. */
export const contactDetails = {
  email: 'sales@freehub.example',
  telephone: '+880 2 5550 1994',
  works: 'Plot 12, Foundry Road, Dhaka',
} as const

export const socialLinks = [
  { name: 'Facebook', href: 'https://www.facebook.com/freehub.example' },
  { name: 'LinkedIn', href: 'https://www.linkedin.com/company/freehub-example' },
  { name: 'YouTube', href: 'https://www.youtube.com/@freehub-example' },
] as const
