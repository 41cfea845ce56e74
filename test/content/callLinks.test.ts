import { expect, test } from 'vitest'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import { openApp } from '../app.ts'

const app = await openApp({ data: 'demo' })

const tel = 'tel:+390832000000'
const route = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
const results = '/risultati-ricerca/?departure=Aeroporto+Brindisi&destination=Gallipoli'

const part = (html: string, tag: 'header' | 'main') =>
  html.match(new RegExp(`<${tag}\\b[\\s\\S]*</${tag}>`))?.[0] ?? ''
const textOf = (html: string) =>
  html
    .replaceAll(/<(svg|style|script)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
const linksOf = (html: string, words: string) =>
  [...html.matchAll(/<a\b[^>]*?href="(.*?)"[^>]*>([\s\S]*?)<\/a>/g)]
    .filter(([, , inner = '']) => textOf(inner).trim() === words)
    .map(([, href]) => href)

test('every page calls the office from its header', async () => {
  for (const path of ['/', '/tratte/', route, results, '/prezzi/', '/aziende/', '/blog/', '/contatti/']) {
    const { text: html } = await app.get(path)
    expect([path, linksOf(part(html, 'header'), 'CHIAMA ORA')]).toEqual([path, [tel]])
  }
})

test('lists, results and routes call with the words of the specification, and lead to the form for a quote', async () => {
  for (const [path, words, quotes] of [
    ['/tratte/', 'PRENOTA ORA', 1],
    ['/prezzi/', 'CHIAMA', 1],
    [route, 'CHIAMA', 1],
    [results, 'CHIAMA', 0],
  ] as const) {
    const main = part((await app.get(path)).text, 'main')
    expect([path, linksOf(main, words)]).toEqual([path, [tel]])
    expect([path, linksOf(main, 'Richiedi Preventivo')]).toEqual([path, Array(quotes).fill('/contatti/')])
  }
})

test('results without a route offer a quote and the list of all routes', async () => {
  const path = '/risultati-ricerca/?departure=Matino&destination=Parabita'
  const main = part((await app.get(path)).text, 'main')
  expect(linksOf(main, 'Richiedi Preventivo')).toEqual(['/contatti/'])
  expect(linksOf(main, 'Guarda tutte le tratte')).toEqual(['/tratte/'])
})

test('every page calls the office from its header in each language', async () => {
  for (const { t } of languages.map(languageWith))
    for (const page of ['/', '/tratte/', '/prezzi/', '/contatti/']) {
      const path = localPath(t, page)
      const { text: html } = await app.get(path)
      expect([path, linksOf(part(html, 'header'), t('bar.call'))]).toEqual([path, [tel]])
    }
})

test('the top of a route states its lowest price and the telephone at any hour', async () => {
  const [top = ''] = part((await app.get(route)).text, 'main').split('Prezzi</h2>')
  expect(textOf(top)).toContain('prezzi da 40 €')
  expect(textOf(top)).toContain('Telefono: 24/7')
})

test('the home page states the radius of the service, and search engines read the country’s prices as €€', async () => {
  const { text: html } = await app.get('/')
  expect(textOf(part(html, 'main'))).toContain('100 km')
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json),
  )
  expect(blocks.find((block) => block['@type'] === 'LocalBusiness')).toMatchObject({ priceRange: '€€' })
})
