import { text } from 'node:stream/consumers'
import { renderToReadableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { expect, test } from 'vitest'
import { DashboardMenu } from './dashboard-layout.tsx'

/** Renders the menu at a path. Returns each link's text, `href` and `aria-current`. */
async function renderLinks(admin: boolean, location: string) {
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

test('shows the customer’s screens and marks the current one', async () => {
  expect(await renderLinks(false, '/dashboard/myOrders')).toEqual([
    ['Overview', '/dashboard/overview', undefined],
    ['My Profile', '/dashboard', undefined],
    ['My Orders', '/dashboard/myOrders', 'page'],
    ['Order Pad', '/orderPad', undefined],
    ['Saved Lists', '/dashboard/savedLists', undefined],
    ['My Part Numbers', '/dashboard/ownNumbers', undefined],
    ['Wheel Builder', '/wheelBuilder', undefined],
    ['Jobs', '/dashboard/jobs', undefined],
    ['My Bikes', '/dashboard/bikes', undefined],
    ['Add A Review', '/dashboard/addReview', undefined],
    ['Sign-in & Security', '/dashboard/account', undefined],
  ])
})

test('shows the screens of staff and marks the parent of the current one', async () => {
  expect(await renderLinks(true, '/dashboard/order/1')).toEqual([
    ['Overview', '/dashboard/overview', undefined],
    ['My Profile', '/dashboard', undefined],
    ['Manage All Orders', '/dashboard/manageOrders', 'true'],
    ['New Order', '/dashboard/newOrder', undefined],
    ['Add A Product', '/dashboard/addProduct', undefined],
    ['Make Admin', '/dashboard/makeAdmin', undefined],
    ['Manage Reviews', '/dashboard/manageReviews', undefined],
    ['Manage Products', '/dashboard/manageProducts', undefined],
    ['Import Products', '/dashboard/importProducts', undefined],
    ['Sign-in & Security', '/dashboard/account', undefined],
  ])
})
