import { contactDetails } from '@freehub/contract/contact-details'
import { ContactForm } from './contact-form.tsx'

export function Contact() {
  return (
    <section className="sec" id="contact-us">
      <div className="wrap contact">
        <div>
          <h2>Contact Us</h2>
          <address>
            <div>
              <span className="cap">E-mail</span>
              <a href={`mailto:${contactDetails.email}`}>{contactDetails.email}</a>
            </div>
            <div>
              <span className="cap">Telephone</span>
              <span className="num">{contactDetails.telephone}</span>
            </div>
            <div>
              <span className="cap">Works</span>
              <span>{contactDetails.address}</span>
            </div>
          </address>
        </div>
        <ContactForm />
      </div>
    </section>
  )
}
