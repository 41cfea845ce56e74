import sharp from 'sharp'
import { newAddress } from '../../newAddress.ts'
import type { Inputs, World } from '../world.ts'
import { reviewToken } from './trips.ts'

const blank = sharp({ create: { width: 480, height: 320, channels: 3, background: '#0b6a88' } })
const png = await blank.png().toBuffer()
const picture = `data:image/png;base64,${png.toString('base64')}`

export const contentInputs: Inputs = {
  'POST /api/admin/sitemap/generate': () => ({}),
  'POST /api/admin/blog-posts/bulk': async (world) => ({ ids: [await post(world)], act: 'publish' }),
  'POST /api/admin/blog-posts': (world) => article(world),
  'DELETE /api/admin/blog-posts/:id': async (world) => ({ id: await post(world) }),
  'PUT /api/admin/blog-posts/:id': async (world) =>
    world.saved(`/api/admin/blog-posts/${await post(world)}`, { slug: `mossa-${world.next()}` }),
  'DELETE /api/admin/blog-posts/:id/draft': async (world) => {
    const id = await post(world)
    await world.call('PUT /api/admin/blog-posts/:id/draft', { id, content: 'Bozza', updatedAt: null })
    return { id }
  },
  'PUT /api/admin/blog-posts/:id/draft': async (world) => ({
    id: await post(world),
    content: 'Bozza',
    updatedAt: null,
  }),
  'POST /api/admin/blog-categories': (world) => ({ name: `Mare ${world.next()}` }),
  'DELETE /api/admin/blog-categories/:id': async (world) => ({ id: await category(world) }),
  'PUT /api/admin/blog-categories/:id': async (world) =>
    world.saved(`/api/admin/blog-categories/${await category(world)}`, { description: 'Spiagge' }),
  'POST /api/newsletter-subscriptions': (world) => ({
    email: `lettore${world.next()}@esempio.it`,
    privacyAccepted: true,
  }),
  'POST /api/newsletter-subscriptions/confirm': async (world) => ({ token: await subscription(world) }),
  'POST /api/newsletter-subscriptions/end': async (world) => ({ token: await subscription(world) }),
  'POST /api/admin/newsletter-subscriptions/:id/end': async (world) => {
    const token = await subscription(world)
    await world.call('POST /api/newsletter-subscriptions/confirm', { token })
    const [row] = await world.sql<[{ id: number }]>`select max(id)::int as id from newsletter_subscriptions`
    return { id: row.id }
  },
  'POST /api/admin/photos': () => photo,
  'DELETE /api/admin/photos/:id': async (world) => ({
    id: (await world.call('POST /api/admin/photos', photo)).id,
  }),
  'PUT /api/admin/photos/:id': async (world) => {
    const { id } = await world.call('POST /api/admin/photos', photo)
    return world.saved(`/api/admin/photos/${id}`, { alt: 'Il pulmino' })
  },
  'POST /api/admin/uploads': () => ({ data: png }),
  'POST /api/admin/redirects/bulk': () => ({ filter: { search: 'vecchia' }, act: 'delete' }),
  'POST /api/admin/redirects': (world) => redirect(world),
  'POST /api/admin/redirects | from a route': (world) => ({
    fromPath: `/tratte/transfer-antica-${world.next()}/`,
    toPath: '/tratte/da-aeroporto-brindisi/',
    statusCode: 301,
  }),
  'DELETE /api/admin/redirects/:id': async (world) => ({
    id: (await world.call('POST /api/admin/redirects', redirect(world))).id,
  }),
  'PUT /api/admin/redirects/:id': async (world) => {
    const { id } = await world.call('POST /api/admin/redirects', redirect(world))
    return world.saved(`/api/admin/redirects/${id}`, {
      fromPath: `/index.php?page_id=${world.next()}`,
      toPath: '/tratte/',
    })
  },
  'DELETE /api/admin/not-found/:id': async (world) => {
    const [row] = await world.sql<[{ id: number }]>`
      insert into not_found (path, hits) values (${`/manca-${world.next()}/`}, 3) returning id`
    return { id: row.id }
  },
  'POST /api/admin/redirects/import': (world) => ({
    data: Buffer.from(
      Array.from({ length: 20 }, () => `/importata-${world.next()}/;/tratte/da-aeroporto-brindisi/\n`).join(
        '',
      ),
    ),
  }),
  'POST /api/admin/reviews/:id/hide': async (world) => ({ id: await review(world), reason: 'Offensiva' }),
  'POST /api/admin/reviews/:id/reply': async (world) => ({ id: await review(world), reply: 'Grazie!' }),
  'POST /api/admin/reviews/:id/show': async (world) => {
    const id = await review(world)
    await world.call('POST /api/admin/reviews/:id/hide', { id, reason: 'Offensiva' })
    return { id }
  },
  'PUT /api/admin/translations/:kind/:id/:language': async (world) => {
    const id = await world.route()
    const { source, updatedAt, sourceUpdatedAt } = await world.read(`/api/admin/translations/route/${id}/en`)
    void source
    return {
      kind: 'route',
      id,
      language: 'en',
      state: 'reviewed',
      updatedAt,
      sourceUpdatedAt,
      text: { longDescription: 'The ride.', touristInfo: 'The sea.' },
    }
  },
  'content:recordPageVisits': (world) => ({
    redirected: [{ path: `/vecchia-${world.next()}/`, hits: 2 }],
    missed: [{ path: `/persa-${world.next()}/`, hits: 1, referrerHost: null, askedFrom: 1, queries: [] }],
  }),
}

const photo = { picture, shownAs: 'none', alt: 'Il minivan', author: 'Anna', licence: 'nostra' }

function article(world: World) {
  const n = world.next()
  return {
    title: `Otranto ${n}`,
    slug: `otranto-${n}`,
    summary: 'Mare',
    content: `Testo ${n}`,
    isPublished: true,
  }
}

const post = async (world: World): Promise<number> =>
  (await world.call('POST /api/admin/blog-posts', { ...article(world), isPublished: false })).id

const category = async (world: World): Promise<number> =>
  (await world.call('POST /api/admin/blog-categories', { name: `Mare ${world.next()}` })).id

const redirect = (world: World) => ({ fromPath: `/antica-${world.next()}/`, toPath: '/', statusCode: 301 })

/** Returns the token of a new subscription, which only its mail states. */
async function subscription(world: World): Promise<string> {
  const { createHash, randomBytes } = await import('node:crypto')
  const token = randomBytes(32).toString('base64url')
  await world.call(
    'POST /api/newsletter-subscriptions',
    { email: `abbonato${world.next()}@esempio.it`, privacyAccepted: true },
    { 'x-forwarded-for': newAddress() },
  )
  await world.sql`
    update newsletter_subscriptions set token_hash = ${createHash('sha256').update(token).digest('base64url')}
    where id = (select max(id) from newsletter_subscriptions)`
  return token
}

async function review(world: World): Promise<number> {
  const token = await reviewToken(world)
  return (await world.call('POST /api/reviews/:token', { ...fine, token })).id
}

const fine = { rating: 5, text: 'Autista puntuale, auto pulita.', name: 'Anna R.' }
