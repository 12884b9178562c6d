import { type APIRequestContext, expect } from '@playwright/test'

const sandbox = `http://127.0.0.1:${Number(process.env.E2E_PORT) + 1}`

interface Mail {
  subject: string
  text: string
}

/** The newest mail to this address whose subject says so, once it is in the sandbox's inbox. */
export async function mailTo(
  request: APIRequestContext,
  email: string,
  subject: RegExp,
): Promise<Mail> {
  const inbox = `${sandbox}/mail.json?to=${encodeURIComponent(email)}`
  return arrived(async () => {
    const mails: Mail[] = await (await request.get(inbox)).json()
    return mails.find((mail) => subject.test(mail.subject))
  })
}

/** The newest text to this number, once so many are in the sandbox's inbox. */
export async function textTo(
  request: APIRequestContext,
  phone: string,
  count = 1,
): Promise<string> {
  const inbox = `${sandbox}/texts.json?to=${encodeURIComponent(phone)}`
  const { text } = await arrived(async () => {
    const texts: { text: string }[] = await (await request.get(inbox)).json()
    return texts.length >= count ? texts[0] : undefined
  })
  return text
}

/** The link in a mail that leads to this path of the shop. */
export function linkIn({ text }: Mail, path: string): string {
  const links: string[] = text.match(/https?:\/\/\S+/g) ?? []
  const link = links.find((one) => new URL(one).pathname.startsWith(path))
  expect(link, text).toBeDefined()
  return link as string
}

async function arrived<Letter>(look: () => Promise<Letter | undefined>): Promise<Letter> {
  let letter: Letter | undefined
  await expect
    .poll(async () => {
      letter = await look()
      return letter !== undefined
    })
    .toBe(true)
  return letter as Letter
}
