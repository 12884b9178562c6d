import { expect, test } from 'vitest'
import { renderPage } from '../testing/render-page.ts'

const missing = { type: 'about:blank', title: 'Missing', status: 404, code: 'part_missing' }

/** Renders a page without data. Returns its HTML from the string `start` up to the next `end`. */
async function renderSection(url: string, start: string, end: string): Promise<string> {
  const fetch = async () => Response.json(missing, { status: 404 })
  const { html } = await renderPage(url, fetch)
  const startIndex = html.indexOf(start)
  expect(startIndex, start).toBeGreaterThan(-1)
  return html.slice(startIndex, html.indexOf(end, startIndex)).replaceAll('<!-- -->', '')
}

test.each([
  ['/', 'Home'],
  ['/home', 'Home'],
  ['/allParts', 'Bicycle Parts'],
  ['/blogs', 'Blogs'],
  ['/login', 'Login'],
])('the top bar of %s marks the link %s', async (url, name) => {
  const bar = await renderSection(url, '<nav id="links"', '</nav>')
  const links = [...bar.matchAll(/<a ([^>]*)>([^<]*)<\/a>/g)]
  expect(links.map(([, , text]) => text)).toEqual(['Home', 'Bicycle Parts', 'Blogs', 'Login'])
  const marked = links.filter(([, attributes]) => attributes?.includes('aria-current="true"'))
  expect(marked.map(([, , text]) => text)).toEqual([name])
})

test('the footer shows contact details, social links and the current year', async () => {
  const footer = await renderSection('/blogs', '<footer', '</footer>')
  expect(footer).toContain('<a href="mailto:sales@freehub.example">sales@freehub.example</a>')
  expect(footer).toContain('+880 2 5550 1994')
  expect(footer).toContain('Plot 12, Foundry Road, Dhaka')
  for (const [name, host] of [
    ['Facebook', 'www.facebook.com'],
    ['LinkedIn', 'www.linkedin.com'],
    ['YouTube', 'www.youtube.com'],
  ]) {
    expect(footer).toMatch(new RegExp(`<a href="https://${host}/[^>]*>${name}</a>`))
  }
  expect(footer).toContain(`© ${new Date().getUTCFullYear()} Freehub`)
})

test('the blogs page states that there are no posts yet', async () => {
  const main = await renderSection('/blogs', '<main', '</main>')
  expect(main).toMatch(/<h1[^>]*>Blogs<\/h1>/)
  expect(main).toContain('No blogs posted yet')
})
