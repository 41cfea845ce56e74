import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawSocialPictures } from '../../src/modules/content/module.ts'
import { startApp } from '../app.ts'

test('every page’s social picture is a PNG of 1200 by 630 under 100 KB, drawn once per version of its data', async () => {
  await using app = await startApp({ data: 'demo' })
  const tools = { ...app.runtime.db, context: app.runtime.context }
  await app.sql`delete from route_prices where destination_location_id not in (select id from locations where name like 'Sa%')`
  const picture = async (path: string) => {
    const reply = await fetch(app.origin + path)
    return {
      status: reply.status,
      type: reply.headers.get('content-type'),
      bytes: Buffer.from(await reply.arrayBuffer()),
    }
  }
  const { text: html } = await app.get('/tratte/transfer-aeroporto-brindisi-santa-maria-di-leuca/')
  const address = new URL(html.match(/property="og:image" content="([^"]+)"/)?.[1] ?? '')
  const before = await picture(address.pathname + address.search)
  expect([before.status, before.type]).toEqual([200, 'image/png'])
  let drawn = 0
  for (let some = 1; some > 0; drawn += some) some = await drawSocialPictures(tools)
  expect(drawn).toBeGreaterThan(10)
  expect(await drawSocialPictures(tools)).toBe(0)
  for (const path of [address.pathname, '/condivisione.png', '/condivisione/blog-gallipoli-senza-auto.png']) {
    const { status, bytes } = await picture(path)
    const { width, height, format } = await sharp(bytes).metadata()
    expect([path, status, width, height, format]).toEqual([path, 200, 1200, 630, 'png'])
    expect(bytes.length).toBeLessThan(100_000)
  }
  expect((await picture(address.pathname)).bytes.equals(before.bytes)).toBe(false)
  await app.sql`update route_prices set price_min2_pax = 61 where slug = 'aeroporto-brindisi-santa-maria-di-leuca'`
  await expect.poll(() => drawSocialPictures(tools)).toBe(1)
  const held = '/condivisione/transfer-aeroporto-brindisi-santa-maria-di-leuca.png'
  await app.sql`update route_prices set indexing = 'gate' where slug = 'aeroporto-brindisi-santa-maria-di-leuca'`
  await expect
    .poll(async () => {
      await drawSocialPictures(tools)
      return (await app.sql`select from social_pictures where path = ${held}`).length
    })
    .toBe(0)
  expect((await picture(held)).bytes.equals((await picture('/condivisione.png')).bytes)).toBe(true)
  expect((await picture('/condivisione/transfer-nulla.png')).status).toBe(404)
})
