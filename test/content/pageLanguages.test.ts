import { expect, test } from 'vitest'
import { addressOf } from '../../src/languages/addresses.ts'
import { type LanguageCode, languages } from '../../src/languages/messages.ts'
import type { Page } from '../../src/modules/content/pages/contract.ts'
import { eventually, openApp } from '../app.ts'
import { isItalian } from '../italianSentences.ts'
import { inFull } from '../length.ts'
import { samplePages } from '../templates.ts'

// Checks the texts that the server writes into the pages of each language.

const [italian, ...others] = languages

const app = await openApp({ data: 'demo' })

async function pageIn(path: string, lang: LanguageCode, query = {}): Promise<Page> {
  const read = async (one: string): Promise<Page> =>
    (await app.get(`/api/pages?${new URLSearchParams({ path: one, lang, ...query })}`)).body
  const page = await read(path)
  // For the Italian path of a route, the API returns a redirect to the route's path in `lang`.
  return page.location ? read(addressOf(page.location).path) : page
}

/** Returns the Italian paths of some pages in the sitemap (see samplePages). */
async function sitemapPaths(): Promise<string[]> {
  const { text } = await app.get('/sitemap.xml')
  const paths = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  const own = paths.filter((path) => addressOf(path).lang === italian)
  expect(own.length).toBeGreaterThan(268)
  return samplePages(own)
}

function figuresOf(text: string, lang: string): number[] {
  const parts = new Intl.NumberFormat(lang, { useGrouping: true }).formatToParts(12345.5)
  const mark = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const plain = text.replaceAll(new RegExp(`(?<=\\d)[${mark('group')}](?=\\d{3})`, 'g'), '')
  const numbers = plain.matchAll(new RegExp(`\\d+(?:[${mark('decimal')}]\\d+)?`, 'g'))
  return Array.from(numbers, ([number]) => Number(number.replace(mark('decimal'), '.'))).sort(
    (one, other) => one - other,
  )
}

/** Returns the Italian sentences of a text, which may be JSON. */
const italianIn = (text: string) => text.split(/"|(?<=[.!?:;]) /).filter(isItalian)

/** Returns whether the value is a URL or a language that staff typed, not a text that the server wrote. */
const isForeign = (key: string, value: unknown) => key === 'knowsLanguage' || String(value).startsWith('http')

/** Returns the texts that the server wrote about a page, without those that staff typed. */
function writtenIn({ head, view }: Page): string[] {
  if (view.kind === 'article') return []
  const data = JSON.stringify(head.jsonLd, (key, value) => (isForeign(key, value) ? undefined : value))
  const own = [head.title, head.description, data]
  if (view.kind === 'home') own.push(...view.zones.map(({ name }) => name))
  return view.kind === 'route' ? [...own, ...answersOf(view)] : own
}

type RouteView = Extract<Page['view'], { kind: 'route' }>

const answersOf = ({ faq, savings, meetingPoint }: RouteView) => [
  ...faq.flatMap(({ question, answer }) => [question, answer]),
  savings,
  meetingPoint,
]

function dataOf({ head }: Page): { numbers: unknown[]; languages: Set<unknown> } {
  const numbers: unknown[] = []
  const found = new Set<unknown>()
  JSON.stringify(head.jsonLd, (key, value) => {
    if (/^(price|lowPrice|highPrice|offerCount|position|latitude|wordCount)$/.test(key)) numbers.push(value)
    if (key === 'inLanguage') found.add(value)
    return value
  })
  return { numbers, languages: found }
}

test('in every language each page of the sitemap has its own head within the bounds, and the Italian figures', async () => {
  const paths = await sitemapPaths()
  const titles = new Map(languages.map((lang) => [lang, [] as string[]]))
  let compared = 0
  for (const path of paths) {
    const shown = await pageIn(path, italian)
    for (const lang of languages) {
      const page = lang === italian ? shown : await pageIn(path, lang)
      // Articles exist only in the languages into which staff translated them.
      if (page.status === 404) continue
      const { title, description } = page.head
      const at = [lang, path, title, description]
      expect([...at, title.length > 6 && title.length <= 60]).toEqual([...at, true])
      expect([...at, description.length >= 70 && description.length <= 160]).toEqual([...at, true])
      // A description that is too long must end after a whole clause, not with “…” within one.
      expect([...at, description.endsWith('…')]).toEqual([...at, false])
      titles.get(lang)?.push(title)

      const data = dataOf(page)
      // A page of prices is in the order of the local names, so its numbers have another order in each language.
      if (page.view.kind !== 'prices') expect([...at, data.numbers]).toEqual([...at, dataOf(shown).numbers])
      for (const one of data.languages) expect([...at, one]).toEqual([...at, lang])
      if (page.view.kind !== 'route' || shown.view.kind !== 'route') continue
      const facts = figuresOf(
        `${shown.head.title} ${shown.head.description} ${answersOf(shown.view)}`,
        italian,
      )
      expect(facts).toEqual(expect.arrayContaining(figuresOf(title, lang)))
      expect([...at, figuresOf(description, lang)]).toEqual([
        ...at,
        figuresOf(shown.head.description, italian),
      ])
      for (const [index, answer] of answersOf(page.view).entries()) {
        const same = answersOf(shown.view)[index] ?? ''
        expect([lang, answer, figuresOf(answer, lang)]).toEqual([lang, answer, figuresOf(same, italian)])
        compared += figuresOf(answer, lang).length
      }
    }
  }
  for (const [lang, own] of titles) expect([lang, own.length]).toEqual([lang, new Set(own).size])
  expect(compared).toBeGreaterThan(inFull(500, 10_000))
})

test('the texts that the server writes into pages of other languages contain no Italian word; a planted one is found', async () => {
  const paths = [
    ...(await sitemapPaths()),
    ...['/risultati-ricerca/', '/richiesta/', '/richiesta/stato/', '/newsletter/', '/troppe-richieste/'],
    ...[
      '/non-disponibile/',
      '/rich-snippets-test/',
      '/under-construction/',
      '/non-esiste/',
      '/tratte/non-esiste/',
    ],
  ]
  const foundIn = async (path: string, lang: LanguageCode) =>
    writtenIn(await pageIn(path, lang)).flatMap(italianIn)
  for (const path of paths)
    for (const lang of others) expect([lang, path, await foundIn(path, lang)]).toEqual([lang, path, []])

  const route = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
  expect((await foundIn(route, italian)).length).toBeGreaterThan(25)
  // Stores a translation that counts as reviewed but is still in Italian.
  const source = { meetingPoint: 'sotto la tettoia dove fermano i bus' }
  const [place] = await app.sql<[{ id: number }]>`
    update locations set meeting_point = ${source.meetingPoint} where name = 'Aeroporto Brindisi' returning id`
  for (const lang of others)
    await app.sql`
      insert into translations (kind, id, language, state, text, made_from, shown_text, shown_from)
      values ('meetingPoint', ${place.id}, ${lang}, 'reviewed', ${app.sql.json(source)}, ${app.sql.json(source)},
        ${app.sql.json(source)}, ${app.sql.json(source)})`
  await eventually(async () => {
    for (const lang of others) {
      const found = await foundIn(route, lang)
      expect(found.map((sentence) => sentence.includes(source.meetingPoint))).toEqual([true, true])
    }
  })
})

test('a choice that cannot be read is explained in the language of the page', async () => {
  const path = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
  const errorsIn = async (lang: LanguageCode) => {
    const wrong = { giorno: '2020-01-01', passeggeri: 'x', bagagli: 'y' }
    const { view } = await pageIn(path, lang, wrong)
    return view.kind === 'route' ? view.choice.errors.map(({ message }) => message) : []
  }
  expect((await errorsIn(italian)).map(italianIn)).not.toContainEqual([])
  for (const lang of others) {
    const sentences = await errorsIn(lang)
    expect(sentences).toHaveLength(3)
    expect(sentences.flatMap(italianIn)).toEqual([])
  }
})

test('public calls answer sentences and names in the language asked for, and in Italian for any other', async () => {
  const meta = async (lang: string) =>
    (await app.get(`/api/transfer-routes/aeroporto-brindisi-gallipoli/meta?lang=${lang}`)).body
  expect(await meta('en')).toMatchObject({
    title: expect.stringMatching(/^Brindisi Airport to Gallipoli transfer: from €\d+ for two$/),
    canonical: expect.stringContaining('/en/transfers/brindisi-airport-gallipoli/'),
  })
  expect(await meta('xx')).toEqual(await meta('it'))
  const hubs = (await app.get('/api/routes/by-hubs?lang=de')).body
  expect(hubs['aeroporto-brindisi']).toMatchObject({
    name: 'Flughafen Brindisi',
    description: expect.stringMatching(/^Vom Flughafen/),
  })
  for (const [path, locale] of [
    ['/', 'it_IT'],
    ['/en/', 'en_GB'],
    ['/de/', 'de_DE'],
    ['/fr/', 'fr_FR'],
  ] as const)
    expect((await app.get(path)).text).toContain(`property="og:locale" content="${locale}"`)
  const { view } = await pageIn('/', italian)
  // The site writes this name with a typographic apostrophe.
  expect(JSON.stringify(view)).toContain('Torre dell’Orso')
})

test('titles and descriptions of an article are judged in each language in which visitors read it', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const article = {
    title: 'Da Brindisi a Otranto',
    slug: 'da-brindisi-a-otranto',
    summary:
      'La strada per Otranto, i tempi di viaggio e i punti in cui vale la pena di fermarsi lungo il mare.',
    content: 'La strada lungo il mare',
    isPublished: true,
  }
  const { id } = (await app.post('/api/admin/blog-posts', article, staff)).body
  const at = `/api/admin/translations/article/${id}/en`
  const text = {
    title: 'The long road from Brindisi to Otranto along the Adriatic Sea',
    slug: 'brindisi-otranto',
    summary: 'The road to Otranto',
    content: 'The road along the sea',
  }
  const { sourceUpdatedAt, updatedAt } = (await app.get(at, staff)).body
  const saved = await app.send('PUT', at, { sourceUpdatedAt, updatedAt, text, state: 'reviewed' }, staff)
  expect(saved.status).toBe(200)
  await eventually(async () => {
    const { items } = (await app.get('/api/admin/page-checks', staff)).body
    const { defects } = items.find((one: { path: string }) => one.path === `/blog/${article.slug}/`)
    expect(defects.filter((one: string) => one.startsWith('Inglese'))).toEqual([
      'Inglese: Titolo per Google di 61 caratteri: se ne vedono 60',
      'Inglese: Descrizione per Google di 19 caratteri: meglio almeno 70',
      'Inglese: Testo di 5 parole: meglio almeno 200',
    ])
  })
})
