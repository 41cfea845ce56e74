import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fadeMs } from '../../../src/web/ui/fade.ts'
import { type App, eventually, openApp, startApp } from '../../app.ts'
import { axeProblems, openBrowser, slowFade } from '../../browser.ts'
import { dayIn } from '../../given.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'
import { openAnthropic } from '../../providers/anthropic.ts'

const app = await openApp({ data: 'demo' })

const publicText = async (app: App, slug: string) => (await app.get(`/blog/${slug}/`)).text

test('two filters that change before the list renders again are both kept', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.goto('/admin/blog/')
  await page.getByRole('table').waitFor()
  // The list can be there before the categories, without which the second filter has no other choice.
  await page.getByLabel('Categoria').getByRole('option').nth(1).waitFor({ state: 'attached' })
  const changed = await page.evaluate(() => {
    const filters = [...document.querySelectorAll('search select')].slice(0, 2) as HTMLSelectElement[]
    for (const filter of filters) {
      filter.selectedIndex = 1
      filter.dispatchEvent(new Event('change', { bubbles: true }))
    }
    return filters.length
  })
  expect(changed).toBe(2)
  await expect.poll(() => [...new URL(page.url()).searchParams.keys()].length).toBe(2)
})

test('a list that no longer has the page in the URL opens its last page', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.goto('/admin/tratte/?search=Gallipoli&page=999')
  await page.getByRole('row').nth(1).waitFor()
  await expect.poll(() => Number(new URL(page.url()).searchParams.get('page'))).toBeLessThan(999)
  expect(new URL(page.url()).searchParams.get('search')).toBe('Gallipoli')
})

test('an article is written with a live preview, stored as a draft, published, changed and withdrawn', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.goto('/admin/blog/')
  await page.getByRole('link', { name: 'Nuovo Articolo' }).first().click()

  // Until staff edit the slug, it is derived from the title.
  await page.getByLabel('Titolo', { exact: true }).fill('Il mare d’inverno è più bello')
  await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('il-mare-dinverno-e-piu-bello')
  await page.getByLabel('Slug').fill('mare-inverno')
  await page.getByLabel('Titolo', { exact: true }).fill('Il mare d’inverno')
  await page.getByLabel('Categoria').selectOption('Destinazioni')
  const preview = page.getByRole('region', { name: 'Articolo come sul sito' })
  await page.getByLabel('Contenuto').fill('## Spiagge\n\nSono **vuote**.')
  await preview.getByRole('heading', { name: 'Spiagge', level: 2 }).waitFor()
  await expect.poll(() => preview.locator('strong').textContent()).toBe('vuote')

  await page.getByRole('button', { name: 'Salva bozza' }).click()
  await page.getByText('Inserisci il riassunto').waitFor()
  await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('mare-inverno')
  await page.getByLabel('Riassunto').fill('Perché venire a gennaio.')
  await page.getByText('Titolo: 17 di 60 caratteri').waitFor()
  await page.getByLabel('Titolo per Google').fill('x'.repeat(61))
  await page.getByText('Titolo: 61 di 60 caratteri, il resto sarà tagliato').waitFor()
  await page.getByLabel('Titolo per Google').fill('')
  await page.getByRole('button', { name: 'Salva bozza' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Il mare d’inverno' })
  for (const text of ['/blog/mare-inverno/', 'Perché venire a gennaio.', 'Bozza', 'Non pubblicato'])
    await row.getByText(text, { exact: true }).waitFor()
  await expect.poll(() => row.getByRole('link', { name: /^Vedi/ }).count()).toBe(0)
  await expect.poll(async () => (await app.get('/blog/mare-inverno/')).status).toBe(404)

  await row.getByRole('link', { name: /^Modifica/ }).click()
  await page.getByRole('button', { name: 'Pubblica', exact: true }).click()
  await page.getByText('Articolo pubblicato').waitFor()
  await row.getByText('Pubblicato', { exact: true }).waitFor()
  const view = row.getByRole('link', { name: /^Vedi/ })
  await expect.poll(() => view.getAttribute('href')).toBe('/blog/mare-inverno/')
  await expect.poll(() => view.getAttribute('target')).toBe('_blank')
  await eventually(async () => expect(await publicText(app, 'mare-inverno')).toContain('<h2>Spiagge</h2>'))

  await row.getByRole('link', { name: /^Modifica/ }).click()
  await page.getByLabel('Contenuto').fill('## Pescatori\n\nAlla sera.')
  await page.getByText('non ancora pubblicata').waitFor()
  await page.reload()
  await page.getByText('Stai vedendo modifiche non pubblicate').waitFor()
  await expect.poll(() => page.getByLabel('Contenuto').inputValue()).toContain('Pescatori')
  expect(await publicText(app, 'mare-inverno')).not.toContain('Pescatori')
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Pubblica modifiche' }).click()
  await eventually(async () => expect(await publicText(app, 'mare-inverno')).toContain('Pescatori'))
  await expect.poll(() => app.sql`select post_id from blog_drafts`).toEqual([])

  await row.getByRole('link', { name: /^Modifica/ }).click()
  await page.getByRole('button', { name: 'Ritira', exact: true }).click()
  await page.getByRole('dialog').getByText('Ritirare l’articolo «Il mare d’inverno»?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Ritira' }).click()
  await row.getByText('Bozza', { exact: true }).waitFor()

  await row.getByRole('link', { name: /^Modifica/ }).click()
  await page.getByRole('button', { name: 'Programma', exact: true }).click()
  const schedule = page.getByRole('dialog', { name: 'Programma la pubblicazione' })
  for (const [moment, fault] of [
    ['', 'Scegli data e ora'],
    ['2020-01-01T09:00', 'Scegli un momento nel futuro'],
  ] as const) {
    await schedule.getByLabel('Data e ora').fill(moment)
    await schedule.getByRole('button', { name: 'Programma' }).click()
    await schedule.getByText(fault).waitFor()
  }
  await schedule.getByLabel('Data e ora').fill(`${dayIn(1)}T09:00`)
  await schedule.getByRole('button', { name: 'Programma' }).click()
  await row.getByText('Programmato', { exact: true }).waitFor()

  await row.getByRole('button', { name: /^Elimina/ }).click()
  await page.getByRole('dialog').getByText('Eliminare l’articolo «Il mare d’inverno»?').waitFor()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Elimina' })
  const { x = 0, y = 0 } = (await confirm.boundingBox()) ?? {}
  await page.evaluate(slowFade, fadeMs)
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Annulla' }).click(),
  ]) {
    await leave()
    await page.locator('dialog[inert]').waitFor()
    // A press while the dialog fades confirms nothing.
    await page.mouse.click(x + 5, y + 5)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row.getByRole('button', { name: /^Elimina/ }).click()
    await confirm.waitFor()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => row.count()).toBe(1)
  await row.getByRole('button', { name: /^Elimina/ }).click()
  await confirm.click()
  await expect.poll(() => row.count()).toBe(0)
  await expect.poll(() => app.sql`select id from blog_posts where slug = 'mare-inverno'`).toEqual([])
  expect(browser.problems()).toEqual([])
})

test(
  'leaving unsaved text asks first, and two people in one article see each other’s version',
  long,
  async () => {
    await using browser = await openBrowser()
    const [{ id, title }] = await app.sql<[{ id: number; title: string }]>`
    select id, title from blog_posts order by id limit 1`
    const page = await openPanel(app, browser)
    await page.goto(`/admin/blog/${id}/`)
    await expect.poll(() => page.getByLabel('Slug').inputValue()).not.toBe('')
    const slug = await page.getByLabel('Slug').inputValue()
    await page.getByLabel('Titolo', { exact: true }).fill('Appena scritto')
    // An existing article keeps its slug.
    await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe(slug)
    await page.getByRole('link', { name: 'Categorie', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Uscire senza salvare?').waitFor()
    await dialog.getByRole('button', { name: 'Annulla' }).click()
    await expect.poll(() => page.getByLabel('Titolo', { exact: true }).inputValue()).toBe('Appena scritto')
    // The draft is stored, so leaving needs no question.
    await page.getByText('non ancora pubblicata').waitFor()
    await page.getByRole('link', { name: 'Categorie', exact: true }).click()
    await page.getByRole('heading', { name: 'Categorie' }).waitFor()

    await page.goto(`/admin/blog/${id}/`)
    await page.getByText('Stai vedendo modifiche non pubblicate').waitFor()
    await app.sql`update blog_posts set title = 'Di un altro', updated_at = now() where id = ${id}`
    await page.getByRole('button', { name: 'Pubblica modifiche' }).click()
    await dialog.getByText('Un’altra persona ha salvato nel frattempo').waitFor()
    await dialog.getByText('Di un altro').waitFor()
    await dialog.getByRole('radio', { name: 'La mia: Appena scritto' }).check()
    await dialog.getByRole('button', { name: 'Salva così' }).click()
    await page.getByRole('heading', { name: 'Lista Articoli' }).waitFor()
    await expect
      .poll(() => app.sql`select title from blog_posts where id = ${id}`)
      .toEqual([{ title: 'Appena scritto' }])
    expect(title).not.toBe('Appena scritto')
    expect(browser.problems().filter((problem) => !problem.includes('status of 409'))).toEqual([])
  },
)

test('a picture is chosen, pasted into the text or refused, and needs a description', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#0b6a88' } })
    .composite([{ input: { create: { width: 900, height: 900, channels: 3, background: '#f2a91e' } } }])
    .png()
    .toBuffer()
  await page.goto('/admin/blog/nuovo/')
  const file = page.getByLabel('File dell’immagine')
  await file.setInputFiles({ name: 'mare.png', mimeType: 'image/png', buffer: photo })
  const shown = page.getByRole('img', { name: 'Anteprima' })
  await shown.waitFor()
  await expect.poll(() => shown.getAttribute('src')).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/)
  await page.getByText('Manca: di’ in poche parole').waitFor()
  await file.setInputFiles({
    name: 'x.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'.repeat(9)),
  })
  await page.getByText('Questo formato non è ammesso').waitFor()
  await page.getByRole('button', { name: 'Togli immagine' }).click()
  await expect.poll(() => page.getByLabel('Testo alternativo').count()).toBe(0)

  const pastePhoto = (selector: string) =>
    page.evaluate(
      ({ base64, selector }) => {
        const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([bytes], 'mare.png', { type: 'image/png' }))
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
        document.querySelector(selector)?.dispatchEvent(event)
      },
      { base64: photo.toString('base64'), selector },
    )
  await page.getByLabel('Contenuto').focus()
  await pastePhoto('textarea[name=content]')
  await expect
    .poll(() => page.getByLabel('Contenuto').inputValue())
    .toMatch(/!\[.+\]\(\/media\/[0-9a-f]{32}\.webp\)/)
  // Firefox sends the event to the body, unless a text field has the focus.
  await page.getByRole('button', { name: 'Scegli immagine' }).focus()
  await pastePhoto('body')
  await shown.waitFor()
  expect(browser.problems().filter((problem) => !problem.includes('status of 415'))).toEqual([])
})

test(
  'a prompt is written with variables that are inserted by button and checked while typing, then tested',
  long,
  async () => {
    await using server = await openAnthropic()
    server.usual.text = '```\nUn testo su Otranto.\n```'
    await using app = await startApp({ data: 'demo', env: server.env })
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    await page.goto('/admin/ai/claude/')
    await page.getByText('Nessun prompt per Claude.').waitFor()
    await page.getByRole('link', { name: 'Aggiungi Prompt' }).first().click()
    await page.getByLabel('Nome', { exact: true }).fill('Tratta breve')
    await page.getByLabel('Testo del prompt').fill('Da {nave} a ')
    await page.getByText('Variabile sconosciuta: {nave}').waitFor()
    await page.getByLabel('Testo del prompt').fill('Da ')
    await page.getByLabel('Testo del prompt').press('End')
    await page.getByRole('button', { name: '{partenza}' }).click()
    await page.getByText('Manca {destinazione}').waitFor()
    await page.keyboard.type(' a ')
    await page.getByRole('button', { name: '{destinazione}' }).click()
    await page.getByText('Le variabili vanno bene.').waitFor()
    await expect
      .poll(() => page.getByLabel('Testo del prompt').inputValue())
      .toBe('Da {partenza} a {destinazione}')
    await page.getByRole('button', { name: 'Aggiungi Prompt' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Tratta breve' })
    await row.getByText('Da {partenza} a {destinazione}').waitFor()
    await row.getByRole('link', { name: /^Modifica/ }).click()
    await page.getByRole('button', { name: 'Genera con AI' }).click()
    await page.getByRole('region', { name: 'Testo' }).getByText('In coda').waitFor()
    await app.drain()
    await page.getByRole('article', { name: 'Testo generato' }).getByText('Un testo su Otranto.').waitFor()
    expect(server.asked[0]?.body.messages[0].content).toMatch(
      /^Da Aeroporto Brindisi a Otranto\n\nDati certi/,
    )
    expect(await axeProblems(page)).toEqual([])
    await page.goto('/admin/ai/chatgpt/')
    await page.getByText('Nessun prompt per ChatGPT.').waitFor()
    expect(browser.problems()).toEqual([])
  },
)

test('categories are created, renamed and cannot be deleted while in use', long, async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.goto('/admin/blog/categorie/')
  const row = page.getByRole('row').filter({ hasText: 'Servizi' })
  await row.getByRole('button', { name: /^Elimina/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
  await page.getByText('Impossibile eliminare la categoria «Servizi»').waitFor()
  await row.getByRole('link', { name: /^Modifica/ }).click()
  await page.getByLabel('Nome', { exact: true }).fill('I nostri servizi')
  await page.getByRole('button', { name: 'Aggiorna categoria' }).click()
  await page.getByRole('row').filter({ hasText: 'I nostri servizi' }).waitFor()
  await page.getByRole('link', { name: 'Nuova categoria' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Eventi')
  await page.getByRole('button', { name: 'Crea categoria' }).click()
  await page.getByRole('row').filter({ hasText: 'eventi' }).waitFor()
  await expect
    .poll(() => app.sql`select distinct category from blog_posts where category like '%servizi%'`)
    .toEqual([{ category: 'I nostri servizi' }])
  expect(browser.problems().filter((problem) => !problem.includes('status of 409'))).toEqual([])
})

test(
  'every screen of the section passes axe and fits, from the smallest phone to a desktop',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const words = 'uno due tre quattro cinque sei sette otto nove dieci'
    await app.sql`update route_prices set long_description = ${words} where id <= 4`
    const staff = await app.logIn()
    const form = { name: 'Luogo', prompt: 'Scrivi', provider: 'openai', fieldType: 'tourist' }
    await app.post('/api/admin/ai-prompts', form, staff)
    for (const width of [320, 768, 1280]) {
      const page = await openPanel(app, browser, { viewport: { width, height: 800 } })
      for (const [path, sign] of [
        ['/admin/blog/', 'Matrimonio in masseria'],
        ['/admin/blog/1/', 'Come appare su Google'],
        ['/admin/blog/nuovo/', 'Come appare su Google'],
        ['/admin/blog/categorie/', 'Destinazioni'],
        ['/admin/blog/categorie/1/', 'Descrizione'],
        ['/admin/ai/chatgpt/', 'Luogo'],
        ['/admin/ai/chatgpt/1/', 'Genera con AI'],
        ['/admin/ai/testi-simili/', 'Uguali'],
      ] as const) {
        await page.goto(path)
        await page.locator('#contenuto').getByText(sign).first().waitFor()
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        expect([path, width, isWide, await axeProblems(page)]).toEqual([path, width, false, []])
      }
    }
    expect(browser.problems()).toEqual([])
  },
)

test('staff find a newsletter subscriber and end the subscription by name', async () => {
  await using browser = await openBrowser()
  for (const email of ['anna@example.com', 'zoe@example.com'])
    await app.post('/api/newsletter-subscriptions', { email })
  await app.sql`update newsletter_subscriptions set confirmed_at = now() where email like 'anna%'`
  const page = await openPanel(app, browser, { viewport: { width: 1440, height: 900 } })
  await page.goto('/admin/newsletter/')
  const anna = page.getByRole('row').filter({ hasText: 'anna@example.com' })
  await anna.getByText('Confermata', { exact: true }).waitFor()
  await page.getByRole('row').filter({ hasText: 'zoe@example.com' }).getByText('In attesa').waitFor()
  // Only super admins can export e-mail addresses.
  await expect.poll(() => page.getByRole('link', { name: 'Esporta CSV' }).count()).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await anna.getByRole('button', { name: /^Disiscrivi/ }).click()
  const question = page.getByRole('dialog', { name: 'Disiscrivere anna@example.com?' })
  await question.getByRole('button', { name: 'Disiscrivi' }).click()
  await page.getByText('Iscrizione annullata').waitFor()
  await anna.getByText('Annullata', { exact: true }).waitFor()
  expect(browser.problems()).toEqual([])
})
