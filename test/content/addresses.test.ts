import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../src/languages/addresses.ts'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { italianPath, localPath } from '../../src/languages/paths.ts'
import { type App, startApp } from '../app.ts'

const others = languages.slice(1)
const translations = others.map((language) => languageWith(language).t)

const messagesOf = (language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, '..', '..', 'src', 'languages', `${language}.json`), 'utf8'),
  )

const pageKeys = Object.keys(messagesOf('it')).filter((key) => key.startsWith('path.') && key !== 'path.from')
const italianPages = pageKeys.map((key) => messagesOf('it')[key] ?? '')

const slug = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,4}$/)

test('each page has one path in each language, and the path leads back to the page', () => {
  for (const t of translations) {
    const local = italianPages.map((one) => localPath(t, one))
    expect(new Set(local).size).toBe(italianPages.length)
    for (const [index, one] of local.entries()) {
      expect(one).toMatch(new RegExp(`^/${t.language}/([a-z-]+/)*$`))
      expect(addressOf(one)).toEqual({ lang: t.language, path: italianPages[index] })
    }
    fc.assert(
      fc.property(slug, fc.integer({ min: 2, max: 99 }), (word, page) => {
        fc.pre(!word.startsWith(`${t('path.from')}-`))
        for (const one of [
          `/tratte/transfer-${word}/`,
          `/tratte/da-${word}/`,
          `/prezzi/da-${word}/`,
          `/prezzi/da-${word}/${page}/`,
          `/destinazioni/${word}/`,
          `/blog/${word}/`,
          `/richiesta/${word}/transfer.ics`,
        ])
          expect(addressOf(localPath(t, one))).toEqual({ lang: t.language, path: one })
      }),
      { numRuns: 300 },
    )
  }
})

test('no page has the path of a slug of another page', () => {
  for (const { t } of languages.map(languageWith))
    for (const parent of ['/tratte/', '/prezzi/', '/destinazioni/', '/blog/'])
      for (const page of italianPages)
        expect(
          page !== parent && localPath(t, page).startsWith(localPath(t, parent)),
          `${t.language} ${page}`,
        ).toBe(false)
})

test('a path that names no page keeps its words, and a link to it stays as it is', () => {
  expect(italianPath(languageWith('en').t, '/no-page/')).toBeNull()
  expect(addressOf('/en/no-page/')).toEqual({ lang: 'en', path: '/en/no-page/' })
  expect(addressOf('/enrico/')).toEqual({ lang: 'it', path: '/enrico/' })
  expect(localPath(languageWith('en').t, '/api/fares')).toBe('/api/fares')
})

let app: App
beforeAll(async () => {
  app = await startApp({ data: 'demo' })
})
afterAll(() => app[Symbol.asyncDispose]())

const facts = ({ text }: { text: string }) => ({
  lang: /<html lang="([a-z]+)"/.exec(text)?.[1],
  canonical: /<link rel="canonical" href="https?:\/\/[^/]+([^"]*)"/.exec(text)?.[1],
})

test('every page without a slug answers in every language under its own path', async () => {
  for (const t of languages.map((language) => languageWith(language).t))
    for (const one of italianPages.filter(
      (page) => !/stato|conferma|disiscrizione|risultati|destinazioni/.test(page),
    )) {
      const local = localPath(t, one)
      const reply = await app.get(local)
      expect([local, reply.status], local).toEqual([local, 200])
      expect(facts(reply)).toEqual({ lang: t.language, canonical: local })
    }
})

test('a missing last slash, capitals and Italian words redirect to the one path', async () => {
  for (const [asked, target] of [
    ['/en', '/en/'],
    ['/en/prices', '/en/prices/'],
    ['/EN/Prices/', '/en/prices/'],
    ['/Prezzi/', '/prezzi/'],
    ['/en/prezzi/', '/en/prices/'],
    ['/de/richiesta', '/de/anfrage/'],
    ['/fr/prezzi/?passeggeri=3', '/fr/prix/?passeggeri=3'],
  ] as const) {
    const reply = await app.get(asked)
    expect([asked, reply.status, reply.headers.get('location')]).toEqual([asked, 301, target])
  }
})

test('an unknown page and too many requests speak the language of the path', async () => {
  const unknown = await app.get('/de/keine-seite/')
  expect([unknown.status, facts(unknown).lang]).toEqual([404, 'de'])
  const italian = await app.get('/nessuna-pagina/')
  expect([italian.status, facts(italian).lang]).toEqual([404, 'it'])
  const from = { 'x-forwarded-for': '203.0.113.77' }
  const statuses = new Map<number, string>()
  for (let n = 0; n < 80 && !statuses.has(429); n++) {
    const reply = await app.get(`/en/request/?departure=place${n}`, from)
    statuses.set(reply.status, reply.text)
  }
  expect(facts({ text: statuses.get(429) ?? '' }).lang).toBe('en')
})

test('a form without JavaScript leads to the status page of its language', async () => {
  const form = (path: string, values: Record<string, string>) =>
    app.send('POST', path, new URLSearchParams(values).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
  const refused = await form('/en/contact/', { name: 'Anna' })
  expect([refused.status, facts(refused).lang]).toEqual([422, 'en'])
  const sent = await form('/en/contact/', {
    ...{ name: 'Anna Rossi', email: 'anna@example.com', phone: '+39 320 000 0000' },
    ...{ message: 'Hello, is a child seat possible?', privacyAccepted: 'on' },
  })
  expect(sent.status).toBe(303)
  const status = sent.headers.get('location') ?? ''
  expect(status).toMatch(/^\/en\/request\/[2-9A-Z]{6}-[\w-]{22}\/\?inviata=1$/)
  const page = await app.get(status)
  expect([page.status, facts(page).lang]).toEqual([200, 'en'])
  const bare = status.replace('/?inviata=1', '')
  expect((await app.get(bare)).headers.get('location')).toBe(`${bare}/`)
  expect((await app.get(bare.replace('/en/request/', '/fr/demande/').concat('/'))).status).toBe(200)
  const newsletter = await form('/de/newsletter/', { email: 'x' })
  expect([newsletter.status, facts(newsletter).lang]).toEqual([422, 'de'])
})

test('each language of a page is cached separately', async () => {
  const [english, german] = [await app.get('/en/prices/'), await app.get('/de/preise/')]
  expect(english.headers.get('etag')).not.toBe(german.headers.get('etag'))
  expect((await app.get('/en/prices/')).headers.get('etag')).toBe(english.headers.get('etag'))
})
