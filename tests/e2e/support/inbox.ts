import { type APIRequestContext, expect } from '@playwright/test'

const sandbox = `http://127.0.0.1:${Number(process.env.E2E_PORT) + 1}`

interface Mail {
  subject: string
  text: string
}

/** Waits for a mail to this email with a matching subject. Returns the newest matching mail. */
export async function waitForMail(
  request: APIRequestContext,
  email: string,
  subject: RegExp,
): Promise<Mail> {
  const inbox = `${sandbox}/mail.json?to=${encodeURIComponent(email)}`
  return waitForMessage(async () => {
    const mails: Mail[] = await (await request.get(inbox)).json()
    return mails.find((mail) => subject.test(mail.subject))
  })
}

/** Waits for `count` SMS to the number. Returns the text of the newest one. */
export async function waitForSms(
  request: APIRequestContext,
  phone: string,
  count = 1,
): Promise<string> {
  const inbox = `${sandbox}/sms.json?to=${encodeURIComponent(phone)}`
  const { text } = await waitForMessage(async () => {
    const texts: { text: string }[] = await (await request.get(inbox)).json()
    return texts.length >= count ? texts[0] : undefined
  })
  return text
}

/** Returns the first link in a mail whose path starts with `path`. */
export function findLink({ text }: Mail, path: string): string {
  const links: string[] = text.match(/https?:\/\/\S+/g) ?? []
  const link = links.find((one) => new URL(one).pathname.startsWith(path))
  expect(link, text).toBeDefined()
  return link as string
}

async function waitForMessage<Message>(find: () => Promise<Message | undefined>): Promise<Message> {
  let message: Message | undefined
  await expect
    .poll(async () => {
      message = await find()
      return message !== undefined
    })
    .toBe(true)
  return message as Message
}
