import { text } from 'node:stream/consumers'
import { renderToReadableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import { DashboardMenu } from './dashboard-menu.tsx'

/** Renders the menu on an address, and returns each link's text, address and `aria-current`. */
async function linksOf(admin: boolean, location: string) {
  const stream = await renderToReadableStream(
    <StaticRouter location={location}>
      <DashboardMenu admin={admin} />
    </StaticRouter>,
  )
  await stream.allReady
  const html = await text(stream)
  return [...html.matchAll(/<a ([^>]*)>.*?<\/svg>([^<]*)<\/a>/g)].map(([, attributes, name]) => [
    name?.replaceAll('&amp;', '&'),
    /href="([^"]*)"/.exec(attributes ?? '')?.[1],
    /aria-current="([^"]*)"/.exec(attributes ?? '')?.[1],
  ])
}

test('a customer’s menu has their screens, and marks the current one', async () => {
  expect(await linksOf(false, '/dashboard/myOrders')).toEqual([
    ['Overview', '/dashboard/overview', undefined],
    ['My Profile', '/dashboard', undefined],
    ['My Orders', '/dashboard/myOrders', 'page'],
    ['Add A Review', '/dashboard/addReview', undefined],
    ['Sign-in & Security', '/dashboard/account', undefined],
  ])
})

test('the staff’s menu has their screens, and marks the one that the current screen belongs to', async () => {
  expect(await linksOf(true, '/dashboard/order/1')).toEqual([
    ['Overview', '/dashboard/overview', undefined],
    ['My Profile', '/dashboard', undefined],
    ['Manage All Orders', '/dashboard/manageOrders', 'true'],
    ['Add A Product', '/dashboard/addProduct', undefined],
    ['Make Admin', '/dashboard/makeAdmin', undefined],
    ['Manage Reviews', '/dashboard/manageReviews', undefined],
    ['Manage Products', '/dashboard/manageProducts', undefined],
    ['Import Products', '/dashboard/importProducts', undefined],
    ['Sign-in & Security', '/dashboard/account', undefined],
  ])
})
