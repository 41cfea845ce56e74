import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { openBrowser } from '../browser.ts'
import { configureMail, openMailbox } from '../mailbox.ts'

const app = await openApp({ data: 'demo' })

const slug = 'otranto-e-la-costa-adriatica'
const site = 'https://www.salento.example'

function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style|svg|head)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
}

const linkedArticles = (html: string) => [
  ...new Set([...html.matchAll(/href="\/blog\/([a-z0-9-]+)\/"/g)].map(([, one = '']) => one)),
]

function form(app: App, path: string, fields: Record<string, string>) {
  return app.send('POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  })
}

/** Stores a published article, so that the bundled ones stay as they are. */
async function addPost(slug: string, content = 'Testo'): Promise<void> {
  await app.sql`
    insert into blog_posts (title, slug, summary, content, is_published)
    values ('Prova', ${slug}, 'Prova', ${content}, true)`
}

test('the blog lists the newest articles, by category and page by page, with plain links', async () => {
  await using app = await startApp({ data: 'demo' })
  const { body } = await app.get('/api/blog-posts')
  expect([body.total, body.totalPages, body.items.length]).toEqual([6, 1, 6])
  const dates = body.items.map((item: { publishedAt: string }) => item.publishedAt)
  expect(dates).toEqual(dates.toSorted().reverse())
  expect(body.items[0]).toMatchObject({
    slug: 'matrimonio-in-masseria-trasporto-ospiti',
    category: 'Servizi',
    map: { ends: [{ name: 'Aeroporto Bari' }, { name: 'Lecce' }] },
  })
  expect(body.items[0]).not.toHaveProperty('html')
  const second = await app.get('/api/blog-posts?category=destinazioni&page=2&limit=2')
  expect(second.body).toMatchObject({
    total: 3,
    totalPages: 2,
    page: 2,
    items: [{ category: 'Destinazioni' }],
  })
  expect((await app.get('/api/blog-posts?limit=0')).status).toBe(422)

  const { text: first } = await app.get('/blog/')
  for (const words of ['Tutte', 'Destinazioni', 'Transfer', 'Servizi', 'Carica Altri Articoli', 'Iscriviti'])
    expect(textOf(first)).toContain(words)
  expect(linkedArticles(first)).toHaveLength(4)
  const [, more = ''] = first.match(/href="(\/blog\/\?pagina=2)#articolo-5"/) ?? []
  const { text: all } = await app.get(more)
  expect(linkedArticles(all)).toHaveLength(6)
  expect(all).not.toContain('Carica Altri Articoli')
  expect(all).toContain(`<link rel="canonical" href="${site}/blog/"`)
  const { text: filtered } = await app.get('/blog/?categoria=transfer&utm_source=x')
  expect(linkedArticles(filtered)).toEqual(['aeroporto-brindisi-salento-come-arrivare'])
  expect(filtered).toContain(`<link rel="canonical" href="${site}/blog/"`)
  expect((await app.get('/blog/?categoria=inventata')).status).toBe(404)
  await app.sql`update blog_categories set description = 'Voli, treni e porti.' where slug = 'transfer'`
  await eventually(async () =>
    expect(textOf((await app.get('/blog/?categoria=transfer')).text)).toContain('Voli, treni e porti.'),
  )
  expect(textOf((await app.get('/blog/')).text)).not.toContain('Voli, treni e porti.')
})

test('an article is complete without JavaScript, with its map, its routes and their current prices', async () => {
  const { status, text: html } = await app.get(`/blog/${slug}/`)
  expect(status).toBe(200)
  expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
  expect(html).toContain('<h2>Primo giorno: Otranto</h2>')
  expect(textOf(html)).toContain('di Salento Transfer · 4 maggio 2026')
  expect(html).toContain(
    'aria-label="Mappa del Salento con il percorso dall’aeroporto di Brindisi a Otranto"',
  )
  expect(html.match(/<symbol id="costa"/g)).toHaveLength(1)
  const { body: post } = await app.get(`/api/blog-posts/${slug}`)
  expect(post.routes.map((route: { slug: string }) => route.slug)).toEqual([
    'aeroporto-brindisi-torre-dellorso',
    'aeroporto-brindisi-san-foca',
    'aeroporto-brindisi-otranto',
    'stazione-lecce-otranto',
    'aeroporto-brindisi-castro-marina',
  ])
  for (const { price } of post.routes) expect(textOf(html)).toContain(`${price} €`)
  await app.sql`update route_prices set is_active = false where slug = 'stazione-lecce-otranto'`
  await app.sql`update route_prices set price_min2_pax = 47 where slug = 'aeroporto-brindisi-otranto'`
  await eventually(async () => {
    const { text } = await app.get(`/blog/${slug}/`)
    expect(textOf(text)).toContain('47 €')
    expect(text).not.toContain('href="/tratte/transfer-stazione-lecce-otranto/" class="row"')
  })
})

test('an upgrade removes the promised saving from a stored article, and leaves the rest of the text', async () => {
  const written =
    'Vale dal secondo passeggero in su e fa risparmiare fino alla metà della tariffa base.\n\nNota dello staff.'
  await addPost('da-aggiornare', written)
  const file = path.join(import.meta.dirname, '..', '..', 'sql', '070_bundled_data.sql')
  const [, article = ''] = readFileSync(file, 'utf8').split(/(?=update blog_posts)/)
  await app.sql.unsafe(article)
  const [post] = await app.sql<
    [{ content: string }]
  >`select content from blog_posts where slug = 'da-aggiornare'`
  expect(post.content).not.toContain('metà')
  expect(post.content).toMatch(
    /^Vale dal secondo passeggero in su\. Quanto fa risparmiare .*\n\nNota dello staff\.$/s,
  )
  const bundled = path.join(
    import.meta.dirname,
    '..',
    '..',
    'data',
    'articles',
    'economy-condiviso-o-auto-privata.md',
  )
  expect(readFileSync(bundled, 'utf8')).toContain(post.content.split('\n')[0])
})

test('drafts and unknown articles are 404 pages, and are in no list, search engine or API', async () => {
  const slug = 'da-ritirare'
  await addPost(slug)
  await eventually(async () => expect((await app.get(`/blog/${slug}/`)).status).toBe(200))
  expect((await app.get(`/blog/${slug}`)).headers.get('location')).toBe(`/blog/${slug}/`)
  expect((await app.get('/blog')).headers.get('location')).toBe('/blog/')
  await app.sql`update blog_posts set is_published = false where slug = ${slug}`
  await eventually(async () => expect((await app.get(`/blog/${slug}/`)).status).toBe(404))
  const { text: missing } = await app.get(`/blog/${slug}/`)
  expect(textOf(missing)).toContain('Pagina Non Trovata')
  expect(missing).toContain('name="robots" content="noindex"')
  for (const path of ['/blog/non-esiste/', `/blog/${slug}`, `/api/blog-posts/${slug}`, '/blog/../blog/a b/'])
    expect([path, (await app.get(path)).status]).toEqual([path, 404])
  for (const path of ['/blog/?pagina=9', '/api/blog-posts?limit=50', '/sitemap.xml'])
    expect((await app.get(path)).text).not.toContain(slug)
})

test('head and structured data of an article are within their bounds, and its modification date is right', async () => {
  await using app = await startApp({ data: 'demo' })
  const url = `${site}/blog/${slug}/`
  await app.sql`
    update blog_posts set meta_title = '', meta_description = 'Corta.', title = ${'Otranto '.repeat(20)},
      updated_at = '2030-01-02T03:04:05Z'
    where slug = ${slug}`
  const html = await eventually(async () => {
    const { text } = await app.get(`/blog/${slug}/`)
    expect(text).toContain('Corta.')
    return text
  })
  const title = html.match(/<title>(.*?)<\/title>/)?.[1] ?? ''
  const description = html.match(/<meta name="description" content="(.*?)"/)?.[1] ?? ''
  expect(title.length).toBeLessThanOrEqual(60)
  expect(description.length >= 70 && description.length <= 160).toBe(true)
  expect(html).toContain('property="og:type" content="article"')
  expect(html).toContain(`property="og:url" content="${url}"`)
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json),
  )
  expect(blocks.find((block) => block['@type'] === 'BlogPosting')).toMatchObject({
    url,
    datePublished: '2026-05-04T08:00:00.000Z',
    dateModified: '2030-01-02T03:04:05.000Z',
    author: { '@type': 'Organization', name: 'Salento Transfer' },
    inLanguage: 'it',
  })
  const trail = blocks.find((block) => block['@type'] === 'BreadcrumbList')
  expect(trail.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
    `${site}/`,
    `${site}/blog/`,
    url,
  ])
  const { text: sitemap } = await app.get('/sitemap.xml')
  expect(sitemap).toContain(`<loc>${url}</loc><lastmod>2030-01-02T03:04:05.000Z</lastmod>`)
  expect(sitemap).toContain(`<loc>${site}/blog/</loc><lastmod>2030-01-02T03:04:05.000Z</lastmod>`)
  expect(sitemap.match(/<loc>https:\/\/[^/]*\/blog\/[^<]+<\/loc>/g)).toHaveLength(6)
})

const payloads = [
  '<script>__xss(1)</script>',
  '<img src=x onerror=__xss(2)>',
  '<svg onload=__xss(3)>',
  '<svg><script>__xss(4)</script></svg>',
  '<iframe src="javascript:parent.__xss(5)"></iframe>',
  '<iframe srcdoc="<script>parent.__xss(6)</script>"></iframe>',
  '<body onload=__xss(7)>',
  '<details open ontoggle=__xss(8)>x</details>',
  '<input autofocus onfocus=__xss(9)>',
  '<video><source onerror=__xss(10)></video>',
  '<math><mtext><table><mglyph><style><img src=x onerror=__xss(11)></style></mglyph></table></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=__xss(12)>"></noscript>',
  '<a href="javascript:__xss(13)">x</a>',
  '[x](javascript:__xss(14))',
  '[x](JaVaScRiPt:__xss(15))',
  '[x](&#106;avascript:__xss(16))',
  '[x](java\tscript:__xss(17))',
  '[x](data:text/html;base64,PHNjcmlwdD5fX3hzcygxOCk8L3NjcmlwdD4=)',
  '[x](vbscript:__xss(19))',
  '[x](<javascript:__xss(20)>)',
  '[x]: javascript:__xss(21)\n\n[x]',
  '<javascript:__xss(22)>',
  '![x](javascript:__xss(23))',
  '![x" onerror="__xss(24)](/x.png)',
  '![x](/x.png" onerror="__xss(25))',
  '![x](x "title\\" onerror=\\"__xss(26)")',
  '[x](https://example.com/" onmouseover="__xss(27))',
  '[x](/a"onfocus="__xss(28)"autofocus=")',
  '| <img src=x onerror=__xss(29)> |\n|---|\n| <script>__xss(30)</script> |',
  '```"><script>__xss(31)</script>\nx\n```',
  '`</code><script>__xss(32)</script>`',
  '<!-- --><script>__xss(33)</script><!-- -->',
  '<style>@import "javascript:__xss(34)"</style>',
  '<base href="javascript:__xss(35)//">',
  '<form action="javascript:__xss(36)"><button>x</button></form>',
  '<meta http-equiv="refresh" content="0;url=javascript:__xss(37)">',
  '<object data="javascript:__xss(38)"></object>',
  '# x <img src=x onerror=__xss(39)>',
  '</div></article><script>__xss(40)</script>',
  '&lt;script&gt;__xss(41)&lt;/script&gt;',
]

test('no Markdown makes a page run a script, even in a browser without content policy', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const page = await browser.page()
  const executed: unknown[] = []
  await page.exposeFunction('__xss', (which: unknown) => void executed.push(which))
  await page.route('**/*', (route) => route.abort())
  const rows = payloads.map((content, index) => ({
    title: `Prova ${index}`,
    slug: `prova-${index}`,
    summary: content,
    content,
    featured_image: `/${content}`.slice(0, 80),
    image_alt: content,
    is_published: true,
  }))
  await app.sql`insert into blog_posts ${app.sql(rows)}`
  await eventually(async () => expect((await app.get('/api/blog-posts')).body.total).toBe(46))
  for (const { slug, content } of rows) {
    const { body } = await app.get(`/api/blog-posts/${slug}`)
    const { text: whole } = await app.get(`/blog/${slug}/`)
    await page.setContent(whole.replaceAll(/<script type="module"[^>]*><\/script>/g, ''))
    const found = await page.evaluate((fragment) => {
      const parsed = new DOMParser().parseFromString(`<main>${fragment}</main>`, 'text/html')
      const elements = [...document.querySelectorAll('*'), ...parsed.querySelectorAll('body, body *')]
      return elements.flatMap((element) => [
        ...(element.matches('iframe, object, embed, base, math, video, body style') ? [element.tagName] : []),
        ...(element.matches('script:not([type$="json"])') ? ['script'] : []),
        ...[...element.attributes]
          .filter(
            ({ name, value }) =>
              name.startsWith('on') ||
              (/^(href|src|action)$/.test(name) && /^\s*(java|vb|data)/i.test(value)),
          )
          .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
      ])
    }, body.html)
    expect([content, found]).toEqual([content, []])
  }
  expect(payloads.length).toBeGreaterThanOrEqual(25)
  expect(executed).toEqual([])
})

test('links in an article point to their targets, and its headings are in order', async () => {
  const content = [
    '# Uno',
    '#### Due',
    `[nostra](${site}/prezzi/?a=1#b) [altra](https://example.com/x) [finta](/\\example.com) [posta](mailto:a@b.it)`,
    '![foto](/immagini/x.webp) ![altrui](https://example.com/x.png)',
  ].join('\n\n')
  await addPost('con-link', content)
  await eventually(async () => {
    const { html } = (await app.get('/api/blog-posts/con-link')).body
    expect(html).toContain('<h2>Uno</h2>\n<h3>Due</h3>')
    expect(html).toContain('<a href="/prezzi/?a=1#b">nostra</a>')
    expect(html).toContain('<a href="https://example.com/x" rel="noopener">altra</a>')
    expect(html).not.toContain('href="/\\')
    expect(html).toContain('<a href="mailto:a@b.it">posta</a>')
    expect(html).toContain('<img src="/immagini/x.webp" alt="foto" loading="lazy" />')
    expect(html).not.toContain('example.com/x.png')
  })
})

test('a column of an article’s table stands as its Markdown says, under the policy for styles', async () => {
  const table = '| Tratta | Prezzo | Nota |\n| :--- | ---: | :---: |\n| Lecce | 60 €, | ok |\n'
  await addPost('con-tabella', table)
  await eventually(async () => expect((await app.get('/blog/con-tabella/')).status).toBe(200))
  const { html } = (await app.get('/api/blog-posts/con-tabella')).body
  expect(html).not.toContain('style=')
  const staff = await app.logIn()
  const preview = await app.post('/api/admin/blog-posts/preview', { content: table }, staff)
  expect(preview.body.html).toBe(html)
  await using browser = await openBrowser()
  const page = await browser.page({ baseURL: app.origin })
  await page.goto('/blog/con-tabella/')
  const alignments = await page
    .locator('.prose :is(th, td)')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign))
  expect(alignments).toEqual(['left', 'right', 'center', 'start', 'right', 'center'])
  expect(browser.problems()).toEqual([])
})

test('a picture that cannot be shown leaves no empty paragraph or link', async () => {
  const picture = '![altrui](https://example.com/x.png)'
  const content = `Prima.\n\n${picture}\n\n[${picture}](/prezzi/)\n\n![foto](/immagini/x.webp)\n\nDopo.`
  const staff = await app.logIn()
  const { body } = await app.post('/api/admin/blog-posts/preview', { content }, staff)
  expect(body.html.trim().split(/\n+/)).toEqual([
    '<p>Prima.</p>',
    '<p><img src="/immagini/x.webp" alt="foto" loading="lazy" /></p>',
    '<p>Dopo.</p>',
  ])
})

test('a newsletter subscription is active once its link was confirmed, and ends by its link', async () => {
  await using app = await startApp()
  await using mailbox = await openMailbox()
  await configureMail(app, mailbox)
  const ask = (email: string, more = {}) => app.post('/api/newsletter-subscriptions', { email, ...more })
  const stored = () =>
    app.sql`
      select email, consent_version, confirmed_at is not null as is_confirmed, ended_at is not null as has_ended
      from newsletter_subscriptions`

  const first = await ask('Anna@example.com', { privacyAccepted: true })
  expect(first.status).toBe(201)
  await app.drain()
  const [mail] = mailbox.to('Anna@example.com')
  const [confirm = '', end = ''] = (mail?.text.match(/https:\S+/g) ?? [])
    .filter((link) => link.includes('?t='))
    .map((link) => link.replace(site, ''))
  expect([confirm, end]).toEqual([
    expect.stringMatching(/^\/newsletter\/conferma\/\?t=[\w-]{43}$/),
    expect.stringMatching(/^\/newsletter\/disiscrizione\/\?t=[\w-]{43}$/),
  ])
  const token = confirm.slice(-43)
  // Only the token's hash and an encrypted copy are stored.
  const dump = JSON.stringify([
    await app.sql`select * from newsletter_subscriptions`,
    await app.sql`select * from outbox`,
    await app.sql`select * from email_messages`,
    app.lines,
  ])
  expect(dump).not.toContain(token)
  expect(JSON.stringify([await app.sql`select payload from outbox`, app.lines])).not.toContain('example.com')

  // Mail programs open links, so only the button confirms.
  const page = await app.get(confirm)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
  expect(page.text).toContain(`name="t" value="${token}"`)
  expect(await stored()).toMatchObject([{ isConfirmed: false }])
  const pressed = await form(app, '/newsletter/conferma/', { t: token })
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/newsletter/conferma/?fatto=1'])
  expect(textOf((await app.get('/newsletter/conferma/?fatto=1')).text)).toContain('Iscrizione confermata')
  expect(await stored()).toEqual([
    { email: 'Anna@example.com', consentVersion: expect.any(String), isConfirmed: true, hasEnded: false },
  ])

  // The response is the same as for an unknown e-mail address. A subscriber gets at most one mail an hour.
  const again = await ask('anna@EXAMPLE.com')
  expect([again.status, again.text]).toEqual([first.status, first.text])
  await app.drain()
  expect(mailbox.mails).toHaveLength(1)
  await app.sql`update newsletter_subscriptions set asked_at = now() - interval '2 hours'`
  await ask('anna@example.com')
  await app.drain()
  expect(mailbox.mails.at(-1)?.subject).toContain('Sei già iscritto')
  expect(mailbox.mails.at(-1)?.text).not.toContain('/newsletter/conferma/')

  expect((await app.get(end)).status).toBe(200)
  expect((await form(app, '/newsletter/disiscrizione/', { t: token })).status).toBe(303)
  expect(await stored()).toMatchObject([{ hasEnded: true }])
  expect((await form(app, '/newsletter/conferma/', { t: token })).status).toBe(404)
  await ask('anna@example.com')
  await app.drain()
  expect(mailbox.mails.at(-1)?.subject).toContain('Conferma')
  expect(await stored()).toMatchObject([{ isConfirmed: false, hasEnded: false }])
})

test('a link of the newsletter that is used again changes nothing and emits no event', async () => {
  await using app = await startApp()
  await using mailbox = await openMailbox()
  await configureMail(app, mailbox)
  await app.post('/api/newsletter-subscriptions', { email: 'anna@example.com', privacyAccepted: true })
  await app.drain()
  const token = mailbox.mails[0]?.text.match(/\?t=([\w-]{43})/)?.[1]
  const stored = () => app.sql`
    select newsletter_subscriptions::text as row,
      (select array_agg(type order by id) from outbox where type ~ '^content:newsletter(Confirmed|Ended)$') as events
    from newsletter_subscriptions`
  for (const step of ['confirm', 'end']) {
    const use = async () => (await app.post(`/api/newsletter-subscriptions/${step}`, { token })).status
    expect([step, await use()]).toEqual([step, 200])
    const first = await stored()
    expect([step, await use(), await stored()]).toEqual([step, 200, first])
  }
  expect((await stored())[0]?.events).toEqual(['content:newsletterConfirmed', 'content:newsletterEnded'])
})

test('staff list subscribers and end a subscription, and only super admins export the confirmed addresses', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  const chief = await app.logIn({ isSuperAdmin: true })
  const list = '/api/admin/newsletter-subscriptions'
  expect((await app.get(list, staff)).body).toEqual({ items: [], page: 1, totalPages: 1, total: 0 })
  for (const email of ['zoe@example.com', 'anna@example.com', '=ugo@example.com'])
    await app.post('/api/newsletter-subscriptions', { email })
  await app.sql`update newsletter_subscriptions set confirmed_at = now() where email <> 'zoe@example.com'`

  const { body } = await app.get(`${list}?sort=email`, staff)
  expect(body.items.map(({ email, state }: Record<string, string>) => [email, state])).toEqual([
    ['=ugo@example.com', 'confermata'],
    ['anna@example.com', 'confermata'],
    ['zoe@example.com', 'in attesa'],
  ])
  expect((await app.get(`${list}?state=in%20attesa&search=ZOE`, staff)).body.total).toBe(1)
  expect((await app.get(`${list}?state=altro`, staff)).status).toBe(422)

  const file = `${list}/export.csv`
  expect((await app.get(file, staff)).status).toBe(403)
  expect((await app.get(file)).status).toBe(401)
  const csv = (await app.get(file, chief)).text
  expect(
    csv
      .trim()
      .split(/\s*\r\n/)
      .map((line) => line.split(';')[0]),
  ).toEqual(['Email', "'=ugo@example.com", 'anna@example.com'])

  const { id } = body.items[1]
  for (let times = 0; times < 2; times++) {
    const ended = await app.post(`${list}/${id}/end`, {}, staff)
    expect([ended.status, ended.body.state]).toEqual([200, 'annullata'])
  }
  expect((await app.post(`${list}/999999/end`, {}, staff)).status).toBe(404)
  expect((await app.get(file, chief)).text).not.toContain('anna@')
  const log = await app.sql`select action, before, after from audit_log where action like 'content:sub%'`
  expect(log).toHaveLength(1)
  expect(JSON.stringify(log)).not.toContain('example.com')
})

test('the newsletter form works without JavaScript, refuses robots and floods, and deletes unconfirmed e-mail addresses', async () => {
  await using app = await startApp()
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const ask = (body: object, address: string) =>
    app.post('/api/newsletter-subscriptions', body, from(address))
  const refused = await form(app, '/newsletter/', { email: 'anna@', privacyAccepted: 'on' })
  expect(refused.status).toBe(422)
  expect(textOf(refused.text)).toContain('Completa l’indirizzo email prima e dopo la @')
  expect(refused.text).toContain('value="anna@"')
  const unticked = await form(app, '/newsletter/', { email: 'anna@example.com' })
  expect(textOf(unticked.text)).toContain('Devi accettare la Privacy Policy per continuare')
  const sent = await form(app, '/newsletter/', {
    email: 'anna@example.com',
    privacyAccepted: 'on',
    website: '',
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/newsletter/?inviata=1'])
  expect(textOf((await app.get('/newsletter/?inviata=1')).text)).toContain('Controlla la posta')

  expect((await ask({ email: 'b@example.com', website: 'x' }, '192.0.2.1')).status).toBe(422)
  expect((await ask({ email: 'd@example.com', elapsedMs: 3 }, '192.0.2.1')).status).toBe(422)
  // The link in the mail proves that a person subscribes, so the second attempt counts.
  expect((await ask({ email: 'b@example.com', website: 'x' }, '192.0.2.1')).status).toBe(201)
  expect((await ask({ email: 'b@example.com', privacyAccepted: false }, '192.0.2.1')).status).toBe(422)
  await app.inOneWindow()
  const flood: number[] = []
  for (let count = 0; count < 6; count++)
    flood.push((await ask({ email: `c${count}@example.com` }, '192.0.2.2')).status)
  expect(flood).toEqual([201, 201, 201, 201, 201, 429])

  for (const path of ['/newsletter/conferma/', '/newsletter/disiscrizione/', '/newsletter/conferma/?t='])
    expect([path, (await app.get(path)).status]).toEqual([path, 404])
  expect((await app.get('/newsletter/conferma?t=x')).headers.get('location')).toBe(
    '/newsletter/conferma/?t=x',
  )
  expect((await form(app, '/newsletter/conferma/', { t: 'A'.repeat(43) })).status).toBe(404)
  expect((await app.get('/newsletter/')).text).toContain('name="robots" content="noindex"')

  const [{ count: before }] = await app.sql<
    [{ count: number }]
  >`select count(*) from newsletter_subscriptions`
  await app.sql`
    update newsletter_subscriptions set requested_at = now() - interval '8 days',
      confirmed_at = case when email = 'c0@example.com' then now() - interval '8 days' end,
      ended_at = case when email = 'c1@example.com' then now() end`
  await app.sweep('purgeNewsletter')
  expect(before).toBe(7)
  expect(await app.sql`select email from newsletter_subscriptions order by email`).toEqual([
    { email: 'c0@example.com' },
  ])
})
