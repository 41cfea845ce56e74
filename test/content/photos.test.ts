import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type App, eventually, startApp } from '../app.ts'
import { long } from '../length.ts'
import { asStaff } from '../mailbox.ts'

const route = '/tratte/transfer-aeroporto-brindisi-gallipoli/'

/** Returns a picture whose variant for phones is too large with the first quality that the product tries. */
async function pictureOf(width: number, height: number): Promise<Buffer> {
  const size = { width: Math.ceil(width / 12), height: Math.ceil(height / 12) }
  const pixels = Buffer.alloc(size.width * size.height * 3)
  for (let index = 0; index < pixels.length; index++) pixels[index] = (index * 7919) % 251
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .resize(width, height)
    .png()
    .toBuffer()
}

const form = { alt: 'Il minivan blu', author: 'Anna Conte', licence: 'di nostra proprietà' }

async function upload(app: App, bytes: Buffer): Promise<string> {
  const { url } = await asStaff(app, 'POST /api/admin/uploads', { data: bytes.toString('base64') })
  return url
}

const mainOf = async (app: App, path: string) =>
  (await app.get(path)).text.match(/<main[\s\S]*<\/main>/)?.[0] ?? ''

async function idOf(app: App, name: string): Promise<number> {
  const [row] = await app.sql<[{ id: number }]>`select id from locations where name = ${name}`
  return row.id
}

test(
  'a photo of the operator appears on Home in all widths and formats, small on a phone, with author and licence',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    expect(await mainOf(app, '/')).not.toContain('<img')
    const picture = await upload(app, await pictureOf(1800, 1200))
    const base = picture.replace('.webp', '')
    await asStaff(app, 'POST /api/admin/photos', { ...form, picture, shownAs: 'company' })
    // The page loads the original picture until the worker has converted it.
    await eventually(async () =>
      expect(await mainOf(app, '/')).toMatch(new RegExp(`<img src="${picture}"(?![^>]*srcSet)`, 'i')),
    )
    await app.drain()
    const main = await eventually(async () => {
      const main = await mainOf(app, '/')
      expect(main).toContain(`${base}-800.avif`)
      return main
    })
    // The photo is in the hero, and loads after the text above it.
    expect(main).toMatch(/^<main[^>]*><section[\s\S]*?alt="Il minivan blu"[^>]* loading="lazy"/i)
    expect(main.indexOf('<img')).toBeLessThan(main.indexOf('</section>'))
    expect(main).toMatch(/<img[^>]* width="1600" height="1067"/)
    expect(main.replaceAll('<!-- -->', '')).toContain('Foto: Anna Conte, di nostra proprietà')
    for (const format of ['avif', 'webp'])
      for (const width of [480, 800, 1200, 1600]) {
        const path = `${base}-${width}.${format}`
        expect(main).toContain(`${path} ${width}w`)
        const reply = await fetch(app.origin + path)
        expect([path, reply.status, reply.headers.get('content-type')]).toEqual([
          path,
          200,
          `image/${format}`,
        ])
        expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=86400, immutable')
        const bytes = Buffer.from(await reply.arrayBuffer())
        expect((await sharp(bytes).metadata()).width).toBe(width)
        if (width <= 800) expect([path, bytes.length <= 60 * 1024]).toEqual([path, true])
      }
    for (const path of [`${base}-700.avif`, `${base}-800.png`, `${base}.avif`, `${base}-social.webp`])
      expect([path, (await app.get(path)).status]).toEqual([path, 404])
  },
)

test(
  'photos of vehicles replace the drawings, and those of places and routes appear on their pages and when shared',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const picture = await upload(app, await pictureOf(600, 400))
    const base = picture.replace('.webp', '')
    const [brindisi, gallipoli] = [await idOf(app, 'Aeroporto Brindisi'), await idOf(app, 'Gallipoli')]
    await app.sql`update locations set long_description = 'Una città sul mare.' where id = ${gallipoli}`
    const drawings = (html: string) => html.match(/viewBox="0 0 244 100"/g)?.length ?? 0
    const shared = async (path: string) =>
      (await app.get(path)).text.match(/property="og:image" content="([^"]*)"/)?.[1]
    expect(drawings(await mainOf(app, '/'))).toBe(3)
    expect(await shared(route)).toMatch(/\/condivisione\/transfer-.*png/)
    const add = (spot: object) => asStaff(app, 'POST /api/admin/photos', { ...form, picture, ...spot })
    await add({ shownAs: 'van8', alt: 'Il minivan da otto' })
    await add({ shownAs: 'place', placeId: gallipoli, alt: 'Le mura di Gallipoli' })
    await add({ shownAs: 'meeting', placeId: brindisi, alt: 'La sala arrivi' })
    await add({ shownAs: 'driver', alt: 'Un autista con il cartello' })
    await app.drain()
    const card = async () =>
      (await mainOf(app, '/')).match(
        /alt="([^"]*)"(?:(?!<li)[\s\S])*href="\/tratte\/transfer-aeroporto-brindisi-gallipoli\/"/,
      )?.[1]
    await eventually(async () => {
      expect(drawings(await mainOf(app, '/'))).toBe(2)
      expect(await card()).toBe('Le mura di Gallipoli')
      const main = await mainOf(app, route)
      for (const alt of ['Le mura di Gallipoli', 'La sala arrivi', 'Un autista con il cartello'])
        expect(main).toContain(`alt="${alt}"`)
      expect(await mainOf(app, '/destinazioni/gallipoli/')).toMatch(
        /alt="Le mura di Gallipoli"[^>]*loading="lazy"/i,
      )
    })
    for (const path of [route, '/destinazioni/gallipoli/'])
      await eventually(async () => expect(await shared(path)).toMatch(new RegExp(`${base}-social.jpg$`)))
    await add({ shownAs: 'route', placeId: brindisi, toPlaceId: gallipoli, alt: 'La statale per Gallipoli' })
    await eventually(async () => {
      const main = await mainOf(app, route)
      expect(main).toContain('alt="La statale per Gallipoli"')
      expect(main).not.toContain('alt="Le mura di Gallipoli"')
      expect(await card()).toBe('La statale per Gallipoli')
    })
    const picked = await fetch(`${app.origin}${base}-social.jpg`)
    expect(picked.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const { width, height, format } = await sharp(Buffer.from(await picked.arrayBuffer())).metadata()
    expect([width, height, format]).toEqual([1200, 630, 'jpeg'])
  },
)

test('a new photo takes the spot of the older one, which stays; a deleted photo leaves the page, and its picture is purged', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const picture = await upload(app, await pictureOf(600, 400))
  const post = (body: object) => app.post('/api/admin/photos', { ...form, picture, ...body }, staff)
  const first = await post({ shownAs: 'company' })
  const second = await post({ shownAs: 'company', alt: 'La squadra' })
  expect([first.status, second.status, second.body.spot]).toEqual([201, 201, 'Home, azienda'])
  const { body } = await app.get('/api/admin/photos?search=minivan', staff)
  expect(body.items).toMatchObject([{ id: first.body.id, shownAs: 'none', spot: 'Da nessuna parte' }])
  await eventually(async () => expect(await mainOf(app, '/')).toContain('alt="La squadra"'))

  const { id, updatedAt } = second.body
  const change = { ...form, picture, shownAs: 'none', updatedAt }
  expect(
    (await app.send('PUT', `/api/admin/photos/${id}`, { ...change, updatedAt: first.body.createdAt }, staff))
      .status,
  ).toBe(409)
  expect((await app.send('PUT', `/api/admin/photos/${id}`, change, staff)).status).toBe(200)
  await eventually(async () => expect(await mainOf(app, '/')).not.toContain('<img'))

  await upload(app, await pictureOf(500, 400))
  await app.sql`update uploads set kept_until = now() - interval '1 day'`
  await app.sweep('purgeUnusedPictures')
  expect(await app.sql`select '/media/' || hash || '.webp' as url from uploads`).toEqual([{ url: picture }])
  for (const photo of [first, second])
    expect((await app.send('DELETE', `/api/admin/photos/${photo.body.id}`, undefined, staff)).status).toBe(
      204,
    )
  await app.sql`update uploads set kept_until = now() - interval '1 day'`
  await app.sweep('purgeUnusedPictures')
  expect(await app.sql`select hash from uploads`).toEqual([])
  expect(await app.sql`select hash from picture_variants`).toEqual([])
  const log = await app.sql<{ action: string }[]>`
    select action from audit_log where action like 'content:photo%' order by id`
  expect(log.map(({ action }) => action)).toEqual([
    ...Array(2).fill('content:photoCreated'),
    'content:photoChanged',
    ...Array(2).fill('content:photoDeleted'),
  ])
})

test('a place can be deleted although photos show it, and the list says so', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const picture = await upload(app, await pictureOf(600, 400))
  const lecce = await idOf(app, 'Lecce')
  const added: number[] = []
  for (const name of ['Isola di Prova', 'Scoglio di Prova']) {
    const { body } = await app.post('/api/admin/locations', { name, locationType: 'Città' }, staff)
    const spots = [
      { shownAs: 'place', placeId: body.id },
      { shownAs: 'route', placeId: lecce, toPlaceId: body.id },
    ]
    for (const spot of spots)
      expect((await app.post('/api/admin/photos', { ...form, picture, ...spot }, staff)).status).toBe(201)
    added.push(body.id)
  }
  for (const id of added)
    expect((await app.send('DELETE', `/api/admin/locations/${id}`, undefined, staff)).status).toBe(204)
  const { body } = await app.get('/api/admin/photos?sort=shownAs', staff)
  expect(body.items.map(({ spot }: { spot: string }) => spot)).toEqual([
    ...Array(2).fill('Località eliminata'),
    ...Array(2).fill('Tratta Lecce → una località eliminata'),
  ])
})

test('a photo without picture, place, description, author or licence is refused at the field and stores nothing', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const picture = await upload(app, await pictureOf(600, 400))
  const small = await upload(app, await pictureOf(400, 320))
  const lecce = await idOf(app, 'Lecce')
  const whole = { ...form, picture, shownAs: 'company' }
  for (const [change, path] of [
    [{ picture: '' }, 'picture'],
    [{ picture: '/media/00000000000000000000000000000000.webp' }, 'picture'],
    [{ picture: 'https://other.example/a.webp' }, 'picture'],
    [{ picture: '/tratte/' }, 'picture'],
    [{ picture: small }, 'picture'],
    [{ alt: '' }, 'alt'],
    [{ author: '' }, 'author'],
    [{ licence: '' }, 'licence'],
    [{ shownAs: 'roof' }, 'shownAs'],
    [{ shownAs: 'place' }, 'placeId'],
    [{ shownAs: 'place', placeId: 999_999 }, 'placeId'],
    [{ shownAs: 'route', placeId: lecce }, 'toPlaceId'],
    [{ shownAs: 'route', placeId: lecce, toPlaceId: lecce }, 'toPlaceId'],
  ] as const) {
    const refused = await app.post('/api/admin/photos', { ...whole, ...change }, staff)
    expect([change, refused.status, refused.body.errors?.[0]?.path]).toEqual([change, 422, path])
  }
  expect(await app.sql`select id from photos`).toEqual([])
})
