import { expect, test } from 'vitest'
import { openApp, startApp } from '../../app.ts'
import { axeProblems, hydrate, openBrowser, quiet, tabTo } from '../../browser.ts'
import { inFull, long } from '../../length.ts'
import { configureMail, openMailbox } from '../../mailbox.ts'

const app = await openApp({ data: 'demo' })

const article = '/blog/otranto-e-la-costa-adriatica/'

test(
  'by keyboard, chips and “Carica Altri Articoli” change the list in place; back and reload agree',
  long,
  async () => {
    await using browser = await openBrowser()
    const page = await browser.page({ viewport: { width: 390, height: 844 }, baseURL: app.origin })
    const articles = page.getByRole('article')
    const shows = (count: number) => expect.poll(() => articles.count()).toBe(count)
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1
    })
    await page.goto('/blog/')
    await hydrate(page)
    await shows(4)

    const chip = page.getByRole('link', { name: 'Destinazioni', exact: true })
    await tabTo(page, chip)
    await page.keyboard.press('Enter')
    await shows(3)
    await expect.poll(() => new URL(page.url()).search).toBe('?categoria=destinazioni')
    await expect.poll(() => chip.getAttribute('aria-current')).toBe('true')
    await expect.poll(() => chip.evaluate((element) => element === document.activeElement)).toBe(true)
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('3 articoli, 3 in pagina')
    expect(await axeProblems(page)).toEqual([])
    await page.goBack()
    await shows(4)

    const more = page.getByRole('link', { name: 'Carica Altri Articoli' })
    await tabTo(page, more)
    await page.keyboard.press('Enter')
    await shows(6)
    await expect.poll(() => more.count()).toBe(0)
    const fifth = articles.nth(4).getByRole('link')
    await expect.poll(() => fifth.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(documents).toBe(1)
    await page.reload()
    await shows(6)
    expect(browser.problems()).toEqual([])
  },
)

test(
  'if the list cannot be loaded in place, and without JavaScript, the chips lead to it',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const page = await browser.page({ baseURL: app.origin })
    await page.goto('/blog/')
    await hydrate(page)
    await page.route('**/api/blog-posts*', (route) => route.abort())
    await page.getByRole('link', { name: 'Transfer', exact: true }).click()
    await page.waitForURL('**/blog/?categoria=transfer')
    await expect.poll(() => page.getByRole('article').count()).toBe(1)

    const plain = await browser.page({ javaScriptEnabled: false, baseURL: app.origin })
    await plain.goto('/blog/')
    await plain.getByRole('link', { name: 'Carica Altri Articoli' }).click()
    await expect.poll(() => plain.getByRole('article').count()).toBe(6)
    await plain.getByLabel('La tua email').fill('anna@example.com')
    await plain.getByRole('checkbox').check()
    await plain.getByRole('button', { name: 'Iscriviti' }).click()
    await plain.getByText('Controlla la posta').waitFor()
    await expect
      .poll(() => app.sql`select email from newsletter_subscriptions`)
      .toEqual([{ email: 'anna@example.com' }])
  },
)

test('the newsletter box shows errors, then that a mail was sent; its link confirms with one press', async () => {
  await using mailbox = await openMailbox()
  await configureMail(app, mailbox)
  await using browser = await openBrowser()
  const page = await browser.page({ viewport: { width: 390, height: 844 }, baseURL: app.origin })
  await page.goto(article)
  const send = page.getByRole('button', { name: 'Iscriviti' })
  await page.getByLabel('La tua email').focus()
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await page.getByText('Devi accettare la Privacy Policy per continuare').waitFor()
  const email = page.getByLabel('La tua email')
  await expect.poll(() => email.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.type('anna@example.com')
  await page.getByRole('checkbox').press('Space')
  await email.press('Enter')
  await page.getByText('Controlla la posta').waitFor()
  expect(await axeProblems(page)).toEqual([])

  await app.drain()
  const link = mailbox.to('anna@example.com')[0]?.html.match(/href="([^"]*conferma[^"]*)"/)?.[1] ?? ''
  const { pathname, search } = new URL(link.replaceAll('&#61;', '=').replaceAll('&#38;', '&'))
  await page.goto(pathname + search)
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Conferma l’iscrizione' }).click()
  await page.getByRole('heading', { name: 'Iscrizione confermata' }).waitFor()
  await expect
    .poll(() => app.sql`select confirmed_at is not null as is_confirmed from newsletter_subscriptions`)
    .toEqual([{ isConfirmed: true }])
  expect(browser.problems()).toEqual([])
})

test(
  'the pages of blog and newsletter pass axe, fit 320 px, and are light before the first interaction',
  long,
  async () => {
    await app.sql`
    update blog_posts set content = content || ${'\n\n| a | b | c | d | e | f |\n|---|---|---|---|---|---|\n|'}
      || repeat(' Squinzano-Campi-Salentina |', 6) || ${`\n\n${'lunghissima'.repeat(12)}\n`}
    where slug = 'economy-condiviso-o-auto-privata'`
    await using browser = await openBrowser()
    for (const width of inFull([320], [320, 1280])) {
      const page = await browser.page({ viewport: { width, height: 800 }, baseURL: app.origin })
      for (const path of [
        '/blog/',
        '/blog/?pagina=2',
        '/blog/?categoria=servizi',
        article,
        '/blog/economy-condiviso-o-auto-privata/',
        '/newsletter/',
        '/newsletter/?inviata=1',
        '/newsletter/disiscrizione/?t=x',
      ]) {
        const requests: string[] = []
        page.on('request', (request) => requests.push(request.url()))
        const reply = await page.goto(path)
        await quiet(page)
        const { responseBodySize } = (await reply?.request().sizes()) ?? { responseBodySize: 0 }
        expect([path, requests.length <= 12, responseBodySize <= 30_000]).toEqual([path, true, true])
        page.removeAllListeners('request')
        await hydrate(page)
        expect([path, width, await axeProblems(page)]).toEqual([path, width, []])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect([path, width, overflow <= 0]).toEqual([path, width, true])
      }
    }
    expect(browser.problems()).toEqual([])
  },
)
