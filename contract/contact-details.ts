/** The maker's contact details, for the footer, the contact section and documents. */
export const contactDetails = {
  name: 'Freehub',
  email: 'sales@freehub.example',
  telephone: '+880 2 5550 1994',
  telephoneLink: 'tel:+880255501994',
  address: 'Plot 12, Foundry Road, Dhaka',
  country: 'Bangladesh',
} as const

/** The maker's profiles, for the footer and for search engines. */
export const socialLinks = [
  { name: 'Facebook', href: 'https://www.facebook.com/freehub.example' },
  { name: 'LinkedIn', href: 'https://www.linkedin.com/company/freehub-example' },
  { name: 'YouTube', href: 'https://www.youtube.com/@freehub-example' },
] as const
