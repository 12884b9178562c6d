/** The maker's contact details, for the footer, the contact section and documents. */
export const contactDetails = {
  name: 'Freehub',
  email: 'sales@freehub.example',
  telephone: '+880 2 5550 1994',
  address: 'Plot 12, Foundry Road, Dhaka',
} as const
