import { beforeAll, expect, test } from 'vitest'
import { languages } from '../../src/languages/messages.ts'
import type { Translation } from '../../src/modules/content/translations/contract.ts'
import { eventually, openApp } from '../app.ts'
import { italianSentences } from '../italianSentences.ts'
import { samplePages } from '../templates.ts'

// Reads the pages that the sitemap lists, as a search engine does.

const app = await openApp({ data: 'demo' })
const site = 'https://www.salento.example'
const others = languages.slice(1)

beforeAll(async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  // Only one route and one place have reviewed translations in every language.
  await app.sql`update route_prices set long_description = slug`
  const [route] = await app.sql<[{ id: number }]>`
    update route_prices set long_description = 'Da Brindisi a Gallipoli', tourist_info = ''
    where slug = 'aeroporto-brindisi-gallipoli' returning id`
  const text = Array.from({ length: 120 }, (_, n) => `parola${n}`).join(' ')
  const [place] = await app.sql<[{ id: number }]>`
    update locations set long_description = ${text} where name = 'Gallipoli' returning id`
  for (const [kind, { id }] of [
    ['route', route],
    ['place', place],
  ] as const)
    for (const language of others) {
      const at = `/api/admin/translations/${kind}/${id}/${language}`
      const { sourceUpdatedAt, updatedAt } = (await app.get<Translation>(at, staff)).body
      const saved = {
        sourceUpdatedAt,
        updatedAt,
        text: { longDescription: `Text ${language}` },
        state: 'reviewed',
      }
      expect((await app.send('PUT', at, saved, staff)).status).toBe(200)
    }
  await eventually(async () => {
    const urls = (await sitemap()).map(({ url }) => url)
    expect(urls).toContain(`${site}/fr/destinations/gallipoli/`)
    expect(urls).not.toContain(`${site}/en/transfers/bari-airport-otranto/`)
  })
})

interface Listed {
  url: string
  links: Record<string, string>
}

async function sitemap(): Promise<Listed[]> {
  const { text } = await app.get('/sitemap.xml')
  return [...text.matchAll(/<url>([\s\S]*?)<\/url>/g)].map(([, entry = '']) => ({
    url: /<loc>([^<]*)<\/loc>/.exec(entry)?.[1] ?? '',
    links: Object.fromEntries(
      [...entry.matchAll(/<xhtml:link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(
        ([, lang, url]) => [lang, url],
      ),
    ),
  }))
}

const linksIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(([, lang, url]) => [
      lang,
      url,
    ]),
  )

/** Returns the prices, distances and durations in `view` of a page, with the route or vehicle of each. */
function figuresOf(html: string): string[] {
  const data = /<script type="application\/json" id="page">(.*?)<\/script>/.exec(html)?.[1] ?? '{}'
  const figures = new Set<string>()
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { id, vehicle } = value as { id?: unknown; vehicle?: unknown }
    const own = Object.entries(value).filter(([name]) =>
      /^(price|total|distance|estimated|duration)/.test(name),
    )
    const plain = own.filter(([, one]) => typeof one !== 'object')
    if (plain.length > 0) figures.add(JSON.stringify([id ?? vehicle, plain]))
    Object.values(value).forEach(read)
  }
  read(JSON.parse(data).view)
  return [...figures].sort()
}

test('the sitemap, the pages and their canonical URLs agree, in every language', async () => {
  const listed = await sitemap()
  const byUrl = new Map(listed.map((one) => [one.url, one]))
  expect(byUrl.size).toBe(listed.length)
  const pages = new Map<string, string>()
  const broken = new Set<string>()
  const known = new Set<string>()
  for (const { url, links } of listed) {
    // Each language version of a page lists the same links to all versions, including itself.
    for (const other of Object.values(links)) expect([other, byUrl.get(other)?.links]).toEqual([other, links])
    if (Object.keys(links).length > 0) {
      expect(Object.values(links)).toContain(url)
      expect(links['x-default']).toBe(links[languages[0]])
    }
  }
  for (const url of samplePages([...byUrl.keys()])) {
    const path = url.slice(site.length)
    const { status, text } = await app.get(path)
    pages.set(url, text)
    expect([url, status, /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1]]).toEqual([url, 200, url])
    expect([url, text.includes('<meta name="robots" content="noindex">')]).toEqual([url, false])
    expect([url, linksIn(text)]).toEqual([url, byUrl.get(url)?.links])
    const language = /<html lang="([a-z]+)"/.exec(text)?.[1] ?? ''
    expect(path.startsWith(`/${language}/`)).toBe(language !== languages[0])
    if (language !== languages[0]) expect([url, italianSentences(text)]).toEqual([url, []])
    for (const [, href = ''] of text.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)) known.add(href)
  }
  for (const href of samplePages([...known].filter((one) => !byUrl.has(site + one)))) {
    const { status } = await app.get(href)
    if (status !== 200) broken.add(`${href} ${status}`)
  }
  expect([...broken]).toEqual([])
  const named = (part: string) => listed.filter(({ url }) => url.includes(part)).map(({ url }) => url)
  for (const part of ['/en/transfers/brindisi-airport-gallipoli/', '/de/reiseziele/gallipoli/', '/fr/prix/'])
    expect(named(part).length).toBeGreaterThan(0)
  // The Italian text of this route has no reviewed translations, so its page exists only in Italian.
  expect(named('/en/transfers/bari-airport-otranto/')).toEqual([])

  const italian = listed.filter(({ url, links }) => pages.has(url) && url === links['x-default'])
  const all = new Set(italian.flatMap(({ url }) => figuresOf(pages.get(url) ?? '')))
  for (const { url, links } of italian)
    for (const language of others) {
      const version = links[language] ?? ''
      if (!pages.has(version)) continue
      const figures = figuresOf(pages.get(version) ?? '')
      // Lists are sorted by local names, so a page of a list shows other routes than the Italian page.
      if (url.includes('/da-')) expect([url, figures.filter((one) => !all.has(one))]).toEqual([url, []])
      else expect([url, language, figures]).toEqual([url, language, figuresOf(pages.get(url) ?? '')])
    }
})

test('a link in the header leads to the same page in each language and keeps the chosen trip', async () => {
  const { text } = await app.get('/en/transfers/brindisi-airport-gallipoli/?passeggeri=3')
  const header = /<header[\s\S]*?<\/header>/.exec(text)?.[0] ?? ''
  const links = [...header.matchAll(/<a href="([^"]*)" hrefLang="([a-z]+)" lang="\2"([^>]*)>([^<]*)</gi)]
  const found = new Map(links.map(([, href, language, more, name]) => [language, { href, more, name }]))
  expect([...found.keys()].sort()).toEqual([...languages].sort())
  expect(found.get('de')).toMatchObject({
    href: '/de/strecken/flughafen-brindisi-gallipoli/?passeggeri=3',
    name: 'Deutsch',
  })
  expect(found.get('it')).toMatchObject({
    href: '/tratte/transfer-aeroporto-brindisi-gallipoli/?passeggeri=3',
  })
  expect(found.get('en')?.more).toContain('aria-current="page"')
  expect(found.get('fr')?.more).not.toContain('aria-current')
})

test('a page without reviewed texts shows its frame and stays out of search engines', async () => {
  const { status, text } = await app.get('/en/transfers/bari-airport-gallipoli/')
  expect(status).toBe(200)
  expect(text.includes('<meta name="robots" content="noindex">')).toBe(true)
  expect(linksIn(text)).toEqual({})
})
