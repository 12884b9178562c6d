/** How the maker is reached, as the footer, the contact section and the shop's papers say it. */
export const contactDetails = {
  name: 'Freehub',
  email: 'sales@freehub.example',
  telephone: '+880 2 5550 1994',
  works: 'Plot 12, Foundry Road, Dhaka',
} as const
