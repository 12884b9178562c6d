import { contactDetails, socialLinks } from '@freehub/contract/contact-details'
import { Link } from 'react-router'
import { useSettings } from '../../page-settings.ts'
import { paths } from '../../paths.ts'
import { Brand } from './top-bar.tsx'

export function Footer() {
  const { year } = useSettings()
  return (
    <footer className="footer">
      <div className="wrap">
        <div className="footer-columns grid">
          <div>
            <Brand />
            <p className="secondary mt-3.5 max-w-[30em]">
              Maker of bicycle spare parts, sold in bulk to dealers since 1994.
            </p>
          </div>
          <div>
            <h2>Contact</h2>
            <ul>
              <li>
                <a href={`mailto:${contactDetails.email}`}>{contactDetails.email}</a>
              </li>
              <li>
                <a className="num" href={contactDetails.telephoneLink}>
                  {contactDetails.telephone}
                </a>
              </li>
              <li>{contactDetails.address}</li>
            </ul>
          </div>
          <div>
            <h2>Shop</h2>
            <ul>
              <li>
                <Link to={paths.allParts}>Bicycle Parts</Link>
              </li>
              <li>
                <Link to={paths.blogs}>Blogs</Link>
              </li>
              <li>
                <Link to={paths.contactUs}>Contact Us</Link>
              </li>
            </ul>
          </div>
          <div>
            <h2>Follow</h2>
            <ul>
              {socialLinks.map(({ name, href }) => (
                <li key={name}>
                  <a href={href} rel="noopener noreferrer">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
        <div className="footer-bottom">
          <span>© {year} Freehub. All rights reserved.</span>
          <span>All dimensions in millimetres</span>
        </div>
      </div>
    </footer>
  )
}
