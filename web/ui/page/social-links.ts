export const socialLinks = [
  { name: 'Facebook', href: 'https://www.facebook.com/freehub.example' },
  { name: 'LinkedIn', href: 'https://www.linkedin.com/company/freehub-example' },
  { name: 'YouTube', href: 'https://www.youtube.com/@freehub-example' },
] as const
