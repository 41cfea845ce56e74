import { expect, test } from 'vitest'
import { startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { dayIn } from '../../given.ts'
import { long } from '../../length.ts'
import { openPanel, pick } from '../../panel.ts'

const shown = (text: string) => text.split('-').reverse().join('/')

test(
  'a price list is previewed, planned, seen on the public page of its first day, ended and deleted',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    await page.goto('/admin/listini/')
    await page.getByText('Nessun listino: valgono i prezzi delle tratte').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'Nuovo listino' }).click()
    await page.getByRole('button', { name: 'Programma listino' }).click()
    await page.getByText('Dai un nome al listino').waitFor()
    await page.getByText('Scegli il primo giorno').waitFor()

    await page.getByLabel('Nome').fill('Estate')
    await page.getByLabel('Primo giorno').fill(dayIn(30))
    await page.getByLabel('Ultimo giorno').fill(dayIn(60))
    await page.getByLabel('Percentuale').fill('50')
    await pick(page.getByLabel('Partenza'), 'Aeroporto Brindisi')
    await page.getByRole('button', { name: 'Anteprima', exact: true }).click()
    await page.getByText(/^Cambiano 720 prezzi di 144 tratte, in media del \+50%\./).waitFor()
    // Prices of a list are compared with each other: a car must not cost more than a van.
    const van = page.getByRole('checkbox', { name: 'Privato 4-8' })
    await van.uncheck()
    await page.getByRole('button', { name: 'Anteprima', exact: true }).click()
    await page
      .getByText(/Cambiano 576 prezzi di 144 tratte, in media del \+50%\. \d+ sembrano fuori misura/)
      .waitFor()
    await page.getByRole('button', { name: 'Programma listino' }).click()
    const doubt = page.getByRole('dialog', { name: 'Questi prezzi sono giusti?' })
    await doubt
      .getByText(/con più passeggeri il prezzo non scende/)
      .first()
      .waitFor()
    expect(await axeProblems(page)).toEqual([])
    await doubt.getByRole('button', { name: 'Annulla' }).click()
    expect(await app.sql`select count(*) as n from price_lists`).toEqual([{ n: 0 }])
    await van.check()
    expect(await axeProblems(page)).toEqual([])
    await page.getByLabel('Percentuale').fill('15')
    await page.getByLabel('Arrotonda a').selectOption('5')
    await page.getByRole('button', { name: 'Anteprima', exact: true }).click()
    await page.getByText(/Cambiano 7\d\d prezzi di 144 tratte, in media del \+1\d,?\d?%\.$/).waitFor()
    await page.getByRole('button', { name: 'Programma listino' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Estate' })
    await row.getByText('Programmato').waitFor()
    await row.getByText('+15%, a passi di 5 €').waitFor()
    await row.getByText(shown(dayIn(60))).waitFor()

    await page.getByLabel('Giorno', { exact: true }).fill(dayIn(30))
    const [site] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /^Prezzi in un/ }).click(),
    ])
    await site.getByText(`PREZZI DEL ${shown(dayIn(30))}`).waitFor()
    expect(await axeProblems(site)).toEqual([])
    await site.getByRole('link', { name: 'Torna ai prezzi di oggi' }).click()
    await site.waitForURL('**/prezzi/')
    await site.getByText('PREZZI DEL').waitFor({ state: 'detached' })
    await site.close()

    await app.sql`update price_lists set starts_on = ${dayIn(0)}`
    await page.reload()
    await row.getByText('In corso').waitFor()
    await row.getByRole('link', { name: 'Apri Estate' }).click()
    await page.getByLabel('Ultimo giorno').fill(dayIn(50))
    await page.getByRole('button', { name: 'Aggiorna listino' }).click()
    await row.getByText(shown(dayIn(50))).waitFor()
    await row.getByRole('button', { name: /^Termina ora/ }).click()
    await page.getByRole('dialog').getByText('Terminare ora «Estate»?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Termina ora' }).click()
    await row.getByText('Concluso').waitFor()
    await row.getByRole('button', { name: /^Elimina/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
    await page.getByText('Nessun listino: valgono i prezzi delle tratte').waitFor()
    expect(browser.problems()).toEqual([])
  },
)

test(
  'a list for prices that another one changes is refused at its day, and the input stays',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const page = await openPanel(app, browser, { viewport: { width: 390, height: 844 } })
    for (const name of ['Uno', 'Due']) {
      await page.goto('/admin/listini/nuovo/')
      await page.getByLabel('Nome').fill(name)
      await page.getByLabel('Primo giorno').fill(dayIn(5))
      await page.getByLabel('Oppure importo in euro').fill('5')
      await page.getByRole('button', { name: 'Programma listino' }).click()
      if (name === 'Uno') await page.getByText('Programmato', { exact: true }).waitFor()
    }
    await page
      .getByText(/Il listino «Uno» \(dal .*\) vale già/)
      .first()
      .waitFor()
    await expect.poll(() => page.getByLabel('Nome').inputValue()).toBe('Due')
    expect(await axeProblems(page)).toEqual([])
  },
)

test(
  'a list for weekends is made by keyboard: mistakes at their fields, each party before and with it, a second one explained',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    await page.goto('/admin/listini/nuovo/')
    await page.getByLabel('Nome').fill('Fine settimana')
    await page.getByLabel('Tipo di listino').selectOption({ label: 'Giorni della settimana' })
    await page.getByText(/I listini di questo tipo oggi sono spenti/).waitFor()
    await page.getByLabel('Primo giorno').fill(dayIn(5))
    await pick(page.getByLabel('Partenza'), 'Aeroporto Brindisi')
    const days = page.getByRole('group', { name: 'Giorni della settimana' })

    await page.getByLabel('Percentuale').fill('900')
    await page.getByRole('button', { name: 'Anteprima', exact: true }).press('Enter')
    const percent = page.getByLabel('Percentuale')
    await expect.poll(() => percent.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => percent.evaluate((field) => field === document.activeElement)).toBe(true)
    await percent.fill('10')
    await page.keyboard.press('Control+s')
    await days.getByText('Scegli i giorni della settimana').waitFor()
    expect(await axeProblems(page)).toEqual([])
    for (const name of ['sabato', 'domenica']) await days.getByLabel(name).press('Space')

    await page.getByRole('button', { name: 'Anteprima', exact: true }).press('Enter')
    const route = page.getByRole('region', { name: 'Una tratta, prima e con il listino' })
    await pick(route.getByLabel('Tratta'), 'Aeroporto Brindisi – Gallipoli')
    const cells = (table: string, row: string) => async () =>
      route
        .getByRole('table', { name: table })
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: row, exact: true }) })
        .getByRole('cell')
        .allTextContents()
    const nbsp = (texts: string[]) => texts.map((text) => text.replaceAll(' €', '\u00a0€'))
    await expect.poll(cells('Prezzi', 'Privato 1-3')).toEqual(nbsp(['110 €', '121 €']))
    await expect
      .poll(cells('Quanto paga un gruppo', '2'))
      .toEqual(nbsp(['Berlina 110 €\nEconomy condiviso 80 €', 'Berlina 121 €\nEconomy condiviso 88 €']))
    await expect.poll(cells('Quanto paga un gruppo', '8')).toEqual(nbsp(['Minivan 130 €', 'Minivan 143 €']))
    expect(await axeProblems(page)).toEqual([])
    await page.keyboard.press('Control+s')
    await page.getByRole('row').filter({ hasText: 'sabato, domenica' }).waitFor()
    expect(await app.sql`select overlay, weekdays, percent from price_lists`).toEqual([
      { overlay: 'weekdays', weekdays: [6, 7], percent: '10' },
    ])

    // Lists of different types may have the same days, but two lists of one type may not.
    for (const kind of ['Notte', 'Giorni della settimana']) {
      await page.goto('/admin/listini/nuovo/')
      await page.getByLabel('Nome').fill(`Altro: ${kind}`)
      await page.getByLabel('Tipo di listino').selectOption({ label: kind })
      await page.getByLabel('Primo giorno').fill(dayIn(9))
      await percent.fill('5')
      if (kind === 'Notte') {
        await page.keyboard.press('Control+s')
        await page.getByRole('row').filter({ hasText: 'partenze dalle 22 alle 6' }).waitFor()
      }
    }
    await days.getByLabel('domenica').press('Space')
    await page.keyboard.press('Control+s')
    await page
      .getByText(
        /Il listino «Fine settimana» \(dal .*\) vale già negli stessi giorni per alcune di queste tratte, per esempio per/,
      )
      .first()
      .waitFor()
    await expect.poll(() => page.getByLabel('Primo giorno').getAttribute('aria-invalid')).toBe('true')
    expect(browser.problems().filter((one) => !/422|409/.test(one))).toEqual([])
  },
)

test('a route’s form asks before it saves a price that looks wrong', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const [route] = await app.sql<[{ id: number }]>`
    select id from route_prices where slug = 'aeroporto-brindisi-corigliano-dotranto'`
  const price = async () =>
    (await app.sql`select price1to3_pax::text as price from route_prices where id = ${route.id}`)[0]?.price
  const before = await price()
  const page = await openPanel(app, browser)
  await page.goto(`/admin/tratte/${route.id}/`)
  const field = page.getByLabel(/^Auto, fino a 3 passeggeri/)
  await field.fill('1050')
  await page.getByRole('button', { name: 'Aggiorna Tratta' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Questi prezzi sono giusti?').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  // The page behind the dialog is inert until the dialog has faded.
  await dialog.waitFor({ state: 'detached' })
  expect(await price()).toBe(before)
  await field.fill('105')
  await page.getByRole('button', { name: 'Aggiorna Tratta' }).click()
  await expect.poll(price).toBe('105.00')
  await page.waitForURL('**/admin/tratte/')
  await page.goto(`/admin/tratte/${route.id}/`)
  await field.fill('250')
  await page.getByRole('button', { name: 'Aggiorna Tratta' }).click()
  await dialog.getByRole('button', { name: 'Sono giusti, salva' }).click()
  await expect.poll(price).toBe('250.00')
  expect(browser.problems()).toEqual([])
})
