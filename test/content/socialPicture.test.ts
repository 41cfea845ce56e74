import sharp from 'sharp'
import { expect, test } from 'vitest'
import { languages } from '../../src/languages/messages.ts'
import { drawSocialPictures } from '../../src/modules/content/module.ts'
import { startApp } from '../app.ts'
import { long } from '../length.ts'

test(
  'every page’s social picture is a PNG of 1200 by 630 under 100 KB, drawn once per version of its data',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const tools = { ...app.runtime.db, context: app.runtime.context }
    await app.sql`delete from route_prices where destination_location_id not in (select id from locations where name = 'Santa Maria di Leuca')`
    await app.sql`delete from blog_posts where slug <> 'gallipoli-senza-auto'`
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
    const route = address.pathname
    const own: string[] = []
    for (const lang of languages.slice(1)) {
      const slug = 'aeroporto-brindisi-santa-maria-di-leuca'
      const { canonical } = (await app.get(`/api/transfer-routes/${slug}/meta?lang=${lang}`)).body
      const name = `transfer-${canonical.split('/').at(-2)}`
      own.push(`/${lang}/condivisione.png`, `/${lang}/condivisione/${name}.png`)
    }
    const seen = new Set<string>()
    for (const path of [route, '/condivisione.png', '/condivisione/blog-gallipoli-senza-auto.png', ...own]) {
      const { status, bytes } = await picture(path)
      const { width, height, format } = await sharp(bytes).metadata()
      expect([path, status, width, height, format]).toEqual([path, 200, 1200, 630, 'png'])
      expect(bytes.length).toBeLessThan(100_000)
      seen.add(bytes.toString('base64'))
    }
    expect(seen.size).toBe(3 + own.length)
    expect((await picture(address.pathname)).bytes.equals(before.bytes)).toBe(false)
    await app.sql`update route_prices set price_min2_pax = 61 where slug = 'aeroporto-brindisi-santa-maria-di-leuca'`
    await expect.poll(() => drawSocialPictures(tools)).toBe(languages.length)
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
  },
)
