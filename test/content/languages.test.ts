import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { officeLanguage } from '../../src/languages/office.ts'
import { localPath } from '../../src/languages/paths.ts'
import { eventually, openApp } from '../app.ts'
import { isItalian, italianSentences, sentencesOf } from '../italianSentences.ts'
import { fewCases } from '../length.ts'

// Checks that each page is in one language, its texts and its links.

const app = await openApp({ data: 'demo' })
beforeAll(async () => {
  // A place without a text has no page.
  await app.sql`update locations set long_description = 'Testo.' where name in ('Otranto', 'Aeroporto Brindisi')`
  await eventually(async () => expect((await app.get('/destinazioni/otranto/')).status).toBe(200))
})

const foreign = languages.filter((language) => language !== officeLanguage)

const messagesOf = (language: string): string[] =>
  Object.values(
    JSON.parse(readFileSync(path.join(import.meta.dirname, `../../src/languages/${language}.json`), 'utf8')),
  )

/** Italian paths of pages without a slug. */
const italianPaths = [
  '/',
  '/tratte/',
  '/tratte/?passeggeri=9',
  '/tratte/?cerca=zzz',
  '/prezzi/',
  '/prezzi/?passeggeri=4&bagagli=2&ar=1',
  '/prezzi/?cerca=zzz',
  '/prezzi/?giorno=2027-07-15',
  '/risultati-ricerca/?departure=Lecce&destination=Gallipoli',
  '/risultati-ricerca/?departure=Nessundove&destination=Gallipoli',
  '/richiesta/',
  '/richiesta/?departure=Lecce&destination=Gallipoli&passeggeri=3',
  '/contatti/',
  '/aziende/',
  '/blog/',
  '/newsletter/',
  '/newsletter/conferma/?t=unknown',
  '/newsletter/disiscrizione/?t=unknown',
  '/privacy-policy/',
  '/termini-condizioni/',
]

/** Returns the pages without a slug in `language`, and some of the route and place pages that they link to. */
async function pathsIn(language: string): Promise<string[]> {
  const { t } = languageWith(language)
  const paths = italianPaths.map((one) => localPath(t, one))
  for (const [list, kind] of [
    ['/prezzi/', '/tratte/'],
    ['/', '/destinazioni/'],
  ] as const) {
    const { text } = await app.get(localPath(t, list))
    const found = text.matchAll(new RegExp(`<a[^>]* href="(${localPath(t, kind)}[^"?]+)"`, 'g'))
    const some = [...new Set(Array.from(found, ([, path = '']) => path))].slice(0, 5)
    expect(some).not.toEqual([])
    paths.push(...some)
  }
  return paths
}

async function read(language: string, path: string): Promise<string> {
  const { text } = await app.get(path)
  expect(text).toContain(`<html lang="${language}">`)
  return text
}

test('the detector recognises Italian messages and takes no other language for Italian', () => {
  const long = messagesOf(officeLanguage).filter((text) => text.split(' ').length >= 6)
  expect(long.filter((text) => !isItalian(text)).length).toBeLessThan(long.length / 20)
  for (const language of foreign) expect(messagesOf(language).filter(isItalian)).toEqual([])
})

test.each(foreign)(
  'the detector finds sentences and labels that are planted in a page in %s',
  async (language) => {
    const html = await read(language, `/${language}/`)
    const planted = html
      .replace('</main>', '<p>Ti aspettiamo <b>agli arrivi</b>.</p><img alt="La tua auto"></main>')
      .replace('</title>', ' | Prezzi</title>')
    expect(italianSentences(planted)).toEqual(
      expect.arrayContaining(['Ti aspettiamo agli arrivi.', 'La tua auto', expect.stringMatching(/Prezzi$/)]),
    )
  },
)

test.each(fewCases(foreign))('no page in %s has an Italian sentence', async (language) => {
  for (const page of await pathsIn(language))
    expect([page, italianSentences(await read(language, page))]).toEqual([page, []])
  expect(italianSentences((await app.get(`/${language}/zzz/`)).text)).toEqual([])
})

const english = 'and are can for from have is not of our the this to we with you your'
const german = 'auf das den der die ein eine für ist mit nicht sie und von wir zu'
const french = 'au avec dans des du est les nous pas pour sur une votre vous'
/** Frequent words that no Italian sentence and no name on the pages contains. */
const foreignWords = new RegExp(
  `(?<![\\p{L}-])(${[english, german, french].join(' ').replaceAll(' ', '|')})(?![\\p{L}-])`,
  'iu',
)
const foreignSentences = (html: string) => sentencesOf(html).filter((text) => foreignWords.test(text))

test('the words of other languages occur in most of their sentences, and in no Italian message', () => {
  const isFound = (text: string) => foreignWords.test(text.replaceAll(/\{\w+\}/g, ''))
  for (const language of foreign) {
    const long = messagesOf(language).filter((text) => text.split(' ').length >= 6)
    expect(long.filter((text) => !isFound(text)).length).toBeLessThan(long.length / 5)
  }
  expect(messagesOf(officeLanguage).filter(isFound)).toEqual([])
})

test('no page in Italian has a sentence in another language', async () => {
  for (const page of await pathsIn(officeLanguage))
    expect([page, foreignSentences(await read(officeLanguage, page))]).toEqual([page, []])
  for (const page of ['/zzz/', '/tratte/transfer-x-y/', '/under-construction/'])
    expect([page, foreignSentences((await app.get(page)).text)]).toEqual([page, []])
})

test.each(foreign)('no page in %s leads to a page of another language', async (language) => {
  for (const page of await pathsIn(language)) {
    const html = await read(language, page)
    // The server writes `/` as the link of the hidden line `#lingua`, and the browser replaces this link.
    const tags =
      html.replace(/<aside id="lingua"[\s\S]*?<\/aside>/, '').match(/<(?:a|button|form)\b[^>]*>/g) ?? []
    const targets = tags
      // Links of the language switch have `hreflang`, because they lead to other languages.
      .filter((tag) => !tag.includes(' hrefLang='))
      .flatMap((tag) => Array.from(tag.matchAll(/ (?:action|data-app|href)="(\/[^"]*)"/g), ([, url]) => url))
    expect(targets.length).toBeGreaterThan(10)
    expect([page, targets.filter((url) => !url?.startsWith(`/${language}/`))]).toEqual([page, []])
  }
})

test('the forms of a page send its language', async () => {
  for (const language of languages) {
    const html = await read(language, localPath(languageWith(language).t, '/contatti/'))
    expect(html).toContain(`name="language" value="${language}"`)
  }
})
