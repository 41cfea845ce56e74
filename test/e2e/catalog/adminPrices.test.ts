import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { romanDay } from '../../../src/kernel/romanDay.ts'
import { openApp, startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { given } from '../../given.ts'
import { long } from '../../length.ts'
import { openPanel, unfold } from '../../panel.ts'

const app = await openApp({ data: 'demo' })

async function active(grid: Locator): Promise<{ row: number; column: number; text: string; label: string }> {
  return grid.evaluate((element) => {
    const cell = element.querySelector(`#${element.getAttribute('aria-activedescendant')}`)
    const column = Number(cell?.getAttribute('aria-colindex'))
    return {
      row: Number(cell?.parentElement?.getAttribute('aria-rowindex')),
      column,
      text: cell?.textContent ?? '',
      label: element.querySelector(`[role=columnheader][aria-colindex="${column}"]`)?.textContent ?? '',
    }
  })
}

async function openGrid(page: Page, query = ''): Promise<Locator> {
  await page.goto(`/admin/prezzimod/${query}`)
  const grid = page.getByRole('grid', { name: 'Prezzi delle tratte' })
  await grid.getByRole('rowheader').first().waitFor()
  return grid
}

const saveButton = (page: Page) => page.getByRole('button', { name: /^Salva modifiche/ })

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text)
  await page.keyboard.press('Control+v')
}

test('the rows of the grid are as much higher as the text is larger', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser, { viewport: { width: 390, height: 844 } })
  await openGrid(page)
  const sizes = () =>
    page.evaluate(() => {
      const boxOf = (role: string) => document.querySelector(`[role=${role}]`)?.getBoundingClientRect()
      return [boxOf('columnheader')?.height, boxOf('rowheader')?.height]
    })
  expect(await sizes()).toEqual([52, 34])
  await page.getByRole('button', { name: 'Menu' }).click()
  await unfold(page)
  await page.getByRole('link', { name: 'Lista Tratte' }).click()
  await page.getByRole('heading', { name: 'Lista Tratte', level: 1 }).waitFor()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await page.goBack()
  await page.getByRole('rowheader').first().waitFor()
  const [header = 0, row = 0] = await sizes()
  expect(header).toBeCloseTo((52 * 32) / 15, 0)
  expect(row).toBeCloseTo((34 * 32) / 15, 0)
  const first = await page.getByRole('rowheader').first().boundingBox()
  expect(first?.width, 'leaves room for a price').toBeLessThan((390 * 2) / 3)
})

test('the grid keeps the keyboard contract of the ARIA grid, and of spreadsheets', long, async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  const grid = await openGrid(page)
  await grid.focus()
  const at = async () => {
    const { row, column } = await active(grid)
    return [row, column]
  }
  await expect.poll(at).toEqual([2, 2])
  for (const [key, place] of [
    ['ArrowRight', [2, 3]],
    ['ArrowDown', [3, 3]],
    ['ArrowLeft', [3, 2]],
    ['ArrowUp', [2, 2]],
    ['ArrowUp', [2, 2]],
    ['End', [2, 10]],
    ['Home', [2, 1]],
    ['Control+End', [274, 10]],
    ['ArrowDown', [274, 10]],
    ['Control+Home', [2, 1]],
    ['Control+ArrowDown', [274, 1]],
    ['Control+ArrowUp', [2, 1]],
    ['Tab', [2, 2]],
    ['Shift+Tab', [2, 1]],
    ['End', [2, 10]],
    ['Tab', [3, 1]],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(async () => [key, ...(await at())]).toEqual([key, ...place])
  }
  await page.keyboard.press('PageDown')
  await expect.poll(async () => (await at())[0]).toBeGreaterThan(8)
  await page.keyboard.press('PageUp')
  await expect.poll(at).toEqual([3, 1])

  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByText('Selezione: 2 × 2 celle').waitFor()
  await expect.poll(() => grid.locator('[aria-selected=true]').count()).toBe(4)
  await page.keyboard.press('Shift+ ')
  await page.getByText('Selezione: 1 × 10 celle').waitFor()
  await page.keyboard.press('Control+ ')
  await page.getByText('Selezione: 273 × 1 celle').waitFor()
  await page.keyboard.press('Control+a')
  await page.getByText('Selezione: 273 × 10 celle').waitFor()

  // Screen readers announce these numbers.
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('274')
  await expect.poll(() => grid.getAttribute('aria-colcount')).toBe('10')
  await grid.getByRole('columnheader', { name: 'Economy 3-4', exact: true }).waitFor()
  await grid.getByRole('columnheader', { name: 'Privato 1-3', exact: true }).waitFor()

  // The keyboard is not trapped: after Escape, Tab leaves the grid.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(false)

  await grid.focus()
  await page.keyboard.press('Control+/')
  const sheet = page.getByRole('dialog', { name: 'Tasti della tabella' })
  await sheet.getByLabel('Cerca un tasto o un’azione').fill('riempi')
  await sheet.getByText('Ctrl + D').waitFor()
  await expect.poll(() => sheet.locator('dt').count()).toBe(1)
  expect(await axeProblems(page)).toEqual([])
  expect(browser.problems()).toEqual([])
})

test('prices are typed, filled down, undone, shown with the old price, and saved after a review, by keyboard alone', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  const grid = await openGrid(page, '?search=gallipoli&sort=departure')
  const before = await app.sql`select id, price_min2_pax, price3to4_pax from route_prices order by id`
  await grid.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await active(grid)).label).toBe('Economy da 2 (a persona)')
  await expect.poll(() => saveButton(page).isDisabled()).toBe(true)

  await page.keyboard.type('41,5')
  await page.keyboard.press('Escape')
  await saveButton(page).and(page.getByText('Salva modifiche (0)')).waitFor()
  await page.keyboard.type(' 41,50 ')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Salva modifiche (1)' }).waitFor()
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => (await active(grid)).text).toMatch(/^41,50, era /)

  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await page.getByRole('button', { name: 'Salva modifiche (2)' }).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Salva modifiche (1)' }).waitFor()
  await page.keyboard.press('Control+Shift+z')
  await page.getByRole('button', { name: 'Salva modifiche (2)' }).waitFor()

  await page.keyboard.press('Control+Home')
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'F2']) await page.keyboard.press(key)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('4o')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => (await active(grid)).text).toMatch(/^4o, non leggibile/)
  await expect.poll(() => grid.locator('[aria-invalid=true]').count()).toBe(1)
  await page.keyboard.press('Control+s')
  const unreadable = page.getByRole('dialog', { name: 'Prezzi non leggibili' })
  await unreadable.getByText('“4o” non è leggibile').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await unreadable.getByRole('button', { name: /^Togli/ }).click()

  const dialog = page.getByRole('dialog', { name: 'Salvare i nuovi prezzi?' })
  await dialog.getByText('2 prezzi su 2 tratte.').waitFor()
  await dialog.getByLabel('Motivo').fill('Listino 2027')
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Salva 2 prezzi' }).press('Enter')
  await page.getByText('Prezzi aggiornati con successo').waitFor()
  await page.getByRole('button', { name: 'Salva modifiche (0)' }).waitFor()
  const after = await app.sql`select id, price_min2_pax, price3to4_pax from route_prices order by id`
  const changed = after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]))
  expect(changed.map(({ priceMin2Pax }) => priceMin2Pax)).toEqual(['41.50', '41.50'])

  await page.getByRole('link', { name: 'Cronologia' }).click()
  await page.getByRole('cell', { name: 'Listino 2027' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: /^Annulla la modifica/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Annulla la modifica' }).click()
  await page.getByText('Annullata', { exact: true }).waitFor()
  await expect
    .poll(() => app.sql`select id, price_min2_pax, price3to4_pax from route_prices order by id`)
    .toEqual(before)
  expect(browser.problems()).toEqual([])
})

test('a block of 200 by 5 from an Italian Excel is pasted to the right thousand prices', long, async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const page = await openPanel(app, browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  const grid = await openGrid(page)
  await page.getByText('273 tratte').waitFor()
  await grid.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const cents = Array.from({ length: 200 }, (_, row) =>
    Array.from({ length: 5 }, (_, column) => 100_000 + row * 37 + column * 1_003),
  )
  const italian = new Intl.NumberFormat('it-IT', {
    style: 'currency',
    currency: 'EUR',
    useGrouping: 'always',
  })
  const block = cents.map((row) => row.map((value) => italian.format(value / 100)).join('\t')).join('\r\n')
  await paste(page, `${block}\r\n`)
  await page.getByRole('button', { name: 'Salva modifiche (1000)' }).waitFor()
  await page.getByText('Selezione: 200 × 5 celle').waitFor()

  // Pasted cells must fit into the grid and start in a price column.
  await paste(page, '1\t2\t3\t4\t5\t6\t7\t8')
  await page.getByText(/^Il blocco è di 1 × 8 celle, da qui ce ne stanno 273 × 7\./).waitFor()
  await page.keyboard.press('Control+Home')
  await paste(page, '10')
  await page.getByText(/scegli da lì la prima cella/).waitFor()

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('1000')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Salvare i nuovi prezzi?' })
  await dialog.getByText(/prezzi sembrano fuori misura/).waitFor()
  const save = dialog.getByRole('button', { name: 'Salva 1.000 prezzi' })
  await save.click()
  await dialog.getByText('Scrivi perché questi prezzi sono giusti').waitFor()
  await dialog.getByLabel('Motivo').fill('Prova del listino')
  await save.click()
  await page.getByText('Prezzi aggiornati con successo').waitFor()
  const rows = await app.sql`
    select r.price_min2_pax, r.price3to4_pax, r.price5to7_pax, r.price1to3_pax, r.price4to8_pax
    from route_prices r join locations d on d.id = r.departure_location_id
    join locations a on a.id = r.destination_location_id
    order by lower(d.name), lower(a.name), r.id limit 200`
  expect(rows.map((row) => Object.values(row).map((price) => Math.round(Number(price) * 100)))).toEqual(cents)
  expect(browser.problems()).toEqual([])
})

test('copy, cut and paste work in a browser that sends them to the body, as Firefox does', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const retarget = (event: ClipboardEvent) => {
      if (!event.isTrusted || document.activeElement?.matches('input, textarea')) return
      event.stopImmediatePropagation()
      const { type, clipboardData } = event
      const sent = new ClipboardEvent(type, { clipboardData, bubbles: true, cancelable: true })
      if (!document.body.dispatchEvent(sent)) event.preventDefault()
    }
    for (const type of ['copy', 'cut', 'paste'] as const) addEventListener(type, retarget, true)
  })
  const grid = await openGrid(page, '?search=aeroporto-brindisi-gallipoli')
  await grid.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const { text } = await active(grid)
  expect(text).not.toBe('')
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Control+c')
  await expect.poll(clipboard).toBe(text.replace(/\s*€/, ''))
  await paste(page, '81,50')
  await expect.poll(async () => (await active(grid)).text).toContain('81,50')
  await page.keyboard.press('Control+x')
  await expect.poll(clipboard).toBe('81,50')
  await expect.poll(async () => (await active(grid)).text).not.toContain('81,50')
  // The field of a cell keeps its own clipboard.
  await page.keyboard.press('7')
  await paste(page, '9')
  await expect.poll(() => grid.getByRole('textbox').inputValue()).toBe('79')
  expect(browser.problems()).toEqual([])
})

test('two tabs on one row lose no edit: the second shows mine, theirs and the original', long, async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const open = async () => {
    const page = await openPanel(app, browser)
    const grid = await openGrid(page, '?search=aeroporto-brindisi-gallipoli')
    await grid.focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    return page
  }
  const [first, second] = [await open(), await open()]
  // The second tab gets no updates, as on a broken connection.
  await second.context().route('**/api/admin/events', (route) => route.abort())
  await second.reload()
  const grid = await openGrid(second, '?search=aeroporto-brindisi-gallipoli')
  await grid.focus()
  await second.keyboard.press('Control+Home')
  await second.keyboard.press('ArrowRight')
  await second.keyboard.press('ArrowRight')

  await first.keyboard.type('47')
  await first.keyboard.press('Control+s')
  await first.keyboard.press('Enter')
  await first.getByRole('button', { name: 'Salva modifiche (1)' }).click()
  await first.getByRole('button', { name: 'Salva 1 prezzo' }).click()
  await first.getByText('Prezzi aggiornati con successo').waitFor()

  await second.keyboard.type('48')
  await second.keyboard.press('Tab')
  await second.keyboard.type('99')
  await second.keyboard.press('Enter')
  await second.getByRole('button', { name: 'Salva modifiche (2)' }).click()
  const dialog = second.getByRole('dialog', { name: 'Salvare i nuovi prezzi?' })
  const reason = dialog.getByLabel('Motivo')
  await reason.fill('Accordo con il cliente')
  const asked: string[] = []
  second.on('request', (request) => asked.push(request.url()))
  await dialog.getByRole('button', { name: 'Salva 2 prezzi' }).click()
  const conflict = second.getByRole('dialog', { name: 'Un’altra persona ha cambiato gli stessi prezzi' })
  await conflict.getByText('Salvato da un’altra persona: 47 €').waitFor()
  // The panel reads only the row of the refused save again.
  const [row] = await app.sql`select id from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
  const lists = asked.filter((url) => url.includes('/api/bulk-pricing/routes'))
  expect(lists.map((url) => new URL(url).searchParams.get('ids'))).toEqual([`${row?.id}`])
  await expect
    .poll(
      () =>
        app.sql`select price_min2_pax, price3to4_pax from route_prices where slug = 'aeroporto-brindisi-gallipoli'`,
    )
    .not.toMatchObject([{ price3to4Pax: '99.00' }])
  expect(await axeProblems(second)).toEqual([])
  await conflict.getByRole('button', { name: 'Tieni il mio' }).click()
  await reason.fill('Accordo con il cliente')
  await dialog.getByRole('button', { name: 'Salva 2 prezzi' }).click()
  await second.getByText('Prezzi aggiornati con successo').waitFor()
  await expect
    .poll(
      () =>
        app.sql`select price_min2_pax, price3to4_pax from route_prices where slug = 'aeroporto-brindisi-gallipoli'`,
    )
    .toEqual([{ priceMin2Pax: '48.00', price3to4Pax: '99.00' }])
})

test('prices are raised, copied from Bari and imported from a sheet, each with a preview', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await openGrid(page, '?search=gallipoli')
  await page.getByRole('button', { name: 'Adegua prezzi' }).click()
  const adjust = page.getByRole('dialog', { name: 'Adegua i prezzi' })
  await adjust.getByLabel('Variazione').fill('10')
  await adjust.getByLabel('Arrotonda a').selectOption('1 euro')
  await adjust.getByRole('button', { name: 'Anteprima' }).click()
  const apply = adjust.getByRole('button', { name: /^Cambia \d+ prezzi$/ })
  await apply.waitFor()
  await expect.poll(() => app.sql`select count(*) as n from price_changes`).toEqual([{ n: 0 }])
  await apply.click()
  await page.getByText('Prezzi aggiornati con successo').waitFor()
  const changes = async () => (await app.sql`select count(*) as n from price_changes`)[0]?.n
  await expect.poll(changes).toBeGreaterThan(5)

  await page.getByRole('button', { name: 'Copia Prezzi Bari' }).click()
  const bari = page.getByRole('dialog', { name: 'Copiare i prezzi di Bari?' })
  await bari
    .getByRole('button', { name: /^Copia|^Chiudi/ })
    .first()
    .waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')

  const [route] =
    await app.sql`select id, price3to4_pax from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
  await page.getByRole('button', { name: 'Importa CSV' }).click()
  const load = page.getByRole('dialog', { name: 'Importa i prezzi da CSV' })
  const give = (text: string) =>
    load
      .getByLabel('File CSV')
      .setInputFiles({ name: 'prezzi.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await give(`ID;Economy 3-4\r\n${route?.id};4o\r\n999999;40\r\n`)
  await load
    .getByRole('listitem')
    .filter({ hasText: 'Riga 2, Economy 3-4: scrivi il prezzo in euro' })
    .waitFor()
  await load.getByRole('listitem').filter({ hasText: 'Riga 3, ID: la tratta non esiste' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await give(`ID;Economy 3-4\r\n${route?.id};${Number(route?.price3to4Pax) + 1},50\r\n`)
  await load.getByRole('button', { name: 'Importa 1 prezzo' }).click()
  // The toast of the earlier change may still be visible, so the database is polled.
  const loaded = async () =>
    (await app.sql`select price3to4_pax from route_prices where id = ${route?.id}`)[0]?.price3to4Pax
  await expect.poll(async () => Number(await loaded())).toBe(Number(route?.price3to4Pax) + 1.5)
  // The console reports the refused file as an error.
  expect(browser.problems().filter((line) => !line.includes('422'))).toEqual([])
})

test(
  'all prices of a hub are raised except two routes, and put back, with at most eight presses',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    const prices = () => app.sql`
    select id, slug, price_min2_pax, price3to4_pax, price5to7_pax, price1to3_pax, price4to8_pax from route_prices
    order by id`
    const before = await prices()
    await openGrid(page, '?departure=4')
    // Starts at one, because choosing the hub takes one press. This test chooses the hub with the URL instead.
    let presses = 1
    const press = async (target: Locator) => {
      await target.click()
      presses++
    }
    await press(page.getByRole('button', { name: 'Adegua prezzi' }))
    await page.getByLabel('Variazione').fill('8')
    await press(page.getByRole('button', { name: 'Anteprima' }))
    const dialog = page.getByRole('dialog', { name: 'Adegua i prezzi' })
    await dialog.getByLabel('Cerca nell’elenco').fill('otranto')
    await press(dialog.getByRole('checkbox', { name: /Brindisi → Otranto/ }))
    await dialog.getByLabel('Cerca nell’elenco').fill('')
    await press(dialog.getByRole('checkbox', { name: /Brindisi → Alberobello/ }))
    await dialog.getByText(/2 tratte restano come sono/).waitFor()
    expect(await axeProblems(page)).toEqual([])

    // A colleague saves one of the prices. The dialog must show this change, and save nothing until the next press.
    const [bari] = await app.sql`select id from route_prices where slug = 'aeroporto-brindisi-aeroporto-bari'`
    const updates = [{ id: bari?.id, field: 'price1to3Pax', value: 141 }]
    expect((await app.send('PUT', '/api/bulk-pricing/update', { updates }, await app.logIn())).status).toBe(
      200,
    )
    const apply = dialog.getByRole('button', { name: /^Cambia \d+ prezzi$/ })
    await dialog.getByLabel('Motivo').fill('Carburante')
    await press(apply)
    await dialog.getByText('Cambiato da un’altra persona mentre guardavi, prima era 140 €.').waitFor()
    await dialog.getByText(/2 tratte restano come sono/).waitFor()
    expect(await app.sql`select count(*)::int as n from price_changes`).toEqual([{ n: 1 }])
    const theirs = await prices()
    await press(apply)
    const last = page.getByRole('region', { name: 'Ultima modifica salvata' })
    await last.getByText(/prezzi salvati/).waitFor()
    const changed = await prices()
    const same = changed.filter((row, index) => JSON.stringify(row) === JSON.stringify(theirs[index]))
    expect(same.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['aeroporto-brindisi-otranto', 'aeroporto-brindisi-alberobello']),
    )
    expect(changed.length - same.length).toBeGreaterThan(100)
    await press(last.getByRole('button', { name: 'Annulla questa modifica' }))
    await expect.poll(prices).toEqual(theirs)
    // Subtracts the second press of `Cambia`, which only the colleague's save made necessary.
    expect(presses - 1).toBeLessThanOrEqual(8)
    expect(before).toHaveLength(theirs.length)
    // Chromium reports the refused save as an error.
    expect(browser.problems().filter((line) => !line.includes('409'))).toEqual([])
  },
)

test(
  'the selected cells of the grid are adjusted; the save opens to its prices, of which a part is put back',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    const grid = await openGrid(page, '?departure=4&search=otranto')
    await grid.focus()
    await page.keyboard.press('Control+Home')
    for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
    await expect.poll(async () => (await active(grid)).label).toBe('Privato 4-8')
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('Selezione: 2 × 2 celle').waitFor()
    await page.getByRole('button', { name: 'Adegua prezzi' }).click()
    const dialog = page.getByRole('dialog', { name: 'Adegua i prezzi' })
    await expect.poll(() => dialog.getByLabel('Le 2 tratte selezionate').isChecked()).toBe(true)
    await expect.poll(() => dialog.getByRole('checkbox', { checked: true }).count()).toBe(2)
    await dialog.getByLabel('Variazione').fill('5')
    await dialog.getByLabel('In', { exact: true }).selectOption('euro')
    await dialog.getByRole('button', { name: 'Anteprima' }).click()
    await dialog.getByRole('button', { name: 'Cambia 4 prezzi' }).click()
    await page.getByText('4 prezzi salvati.').waitFor()
    const rows = await app.sql<{ id: number; field: string; to: string }[]>`
    select route_id as id, field, trim_scale(price_to)::text as "to" from price_changes order by route_id, field`
    expect(new Set(rows.map(({ field }) => field))).toEqual(new Set(['price1to3Pax', 'price4to8Pax']))

    // A colleague changes one of the four prices. The undo must keep the colleague's price.
    const [first] = rows
    const updates = [{ id: first?.id, field: first?.field, value: Number(first?.to) + 1 }]
    const colleague = await app.logIn()
    expect((await app.send('PUT', '/api/bulk-pricing/update', { updates }, colleague)).status).toBe(200)
    await page.getByRole('link', { name: 'Cronologia' }).click()
    await page.getByRole('link', { name: /^Adeguamento prezzi: 5 €/ }).click()
    await page.getByText('Un prezzo è stato cambiato dopo e resta com’è.').waitFor()
    await page.getByText(/^Ora è \d+ €: cambiato da staff-/).waitFor()
    await page.getByRole('checkbox').first().uncheck()
    expect(await axeProblems(page)).toEqual([])
    const open = await page.getByRole('button', { name: /^Annulla \d prezz/ }).textContent()
    await page.getByRole('button', { name: /^Annulla \d prezz/ }).click()
    await page.getByText(/prezz[io] com’era(no)? prima$/).waitFor()
    // The undo of a part is a save of its own (docs/adr/0025).
    const undone = await app.sql`select id from price_changes where reason like '%Annullamento di una parte'`
    expect(open).toBe(`Annulla ${undone.length === 1 ? '1 prezzo' : `${undone.length} prezzi`}`)

    await openGrid(page, '?departure=4&search=otranto')
    await grid.focus()
    await page.keyboard.press('Control+Home')
    for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+i')
    const past = page.getByRole('dialog').getByRole('list', { name: 'Prezzi passati' })
    await past.getByRole('listitem').first().waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(browser.problems()).toEqual([])
  },
)

test('on a phone a price is corrected with three taps', long, async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const page = await openPanel(app, browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const grid = await openGrid(page, '?search=aeroporto-brindisi-gallipoli')
  await expect.poll(async () => (await grid.boundingBox())?.y).toBeLessThan(300)
  await grid.locator('[role=gridcell][data-price]').first().tap()
  await expect.poll(() => grid.getByRole('textbox').count()).toBe(1)
  await page.keyboard.type('42')
  await page.getByRole('button', { name: 'Salva modifiche' }).tap()
  await page.getByRole('button', { name: 'Salva 1 prezzo' }).tap()
  await page.getByText('1 prezzo salvato.').waitFor()
  const [row] = await app.sql`
    select price_min2_pax::float as price from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
  expect(row?.price).toBe(42)
  expect(await axeProblems(page)).toEqual([])
  expect(browser.problems()).toEqual([])
})

test('a dialog that cannot be loaded leaves the typed prices, which staff can save', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.route('**/AdjustDialog*.js', (route) => route.abort())
  const grid = await openGrid(page)
  await grid.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('78')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Adegua prezzi' }).click()
  await page.getByText('Non si è aperto').waitFor()
  await page.getByRole('button', { name: 'Salva modifiche (1)' }).click()
  await page.getByRole('dialog', { name: 'Salvare i nuovi prezzi?' }).waitFor()
})

test('leaving with unsaved prices asks first, and filters keep them', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  const grid = await openGrid(page)
  await grid.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('77')
  await page.keyboard.press('Enter')
  await page.getByRole('searchbox', { name: 'Cerca per località o slug' }).fill('otranto')
  await page
    .getByText(/^\d+ tratte$/)
    .filter({ hasNotText: '273' })
    .waitFor()
  await page.getByRole('button', { name: 'Salva modifiche (1)' }).waitFor()
  await unfold(page)
  await page.getByRole('link', { name: 'Lista Tratte' }).click()
  const question = page.getByRole('dialog', { name: 'Uscire senza salvare?' })
  await question.getByRole('button', { name: 'Annulla' }).click()
  await page.getByRole('button', { name: 'Salva modifiche (1)' }).waitFor()
  await page.getByRole('link', { name: 'Lista Tratte' }).click()
  await question.getByRole('button', { name: 'Esci senza salvare' }).click()
  await page.getByRole('heading', { name: 'Lista Tratte', level: 1 }).waitFor()
})

test('if the server fails to save or copy, the panel says so and keeps the input', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  const grid = await openGrid(page, '?search=gallipoli')
  await grid.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('41')
  await page.keyboard.press('Enter')
  await page.route('**/api/bulk-pricing/{update,copy-bari-prices}', (route) => route.abort())
  await saveButton(page).click()
  await page.getByRole('button', { name: 'Salva 1 prezzo' }).click()
  await page.getByText('Errore durante l’aggiornamento dei prezzi').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Salva modifiche (1)' }).waitFor()
  await page.getByRole('button', { name: 'Copia Prezzi Bari' }).click()
  await page.getByText('Errore durante la copia dei prezzi').waitFor()
})

test(
  'by keyboard: a return that uses its outbound’s prices is marked and read-only, gets its own prices and loses them again',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await given.route(app)
    const [back] = await app.sql<[{ id: number }]>`
    update route_prices set follows_id = main_route_id where slug = 'gallipoli-aeroporto-brindisi' returning id`
    const stored = async () =>
      (
        await app.sql`select follows_id is null as is_own, price1to3_pax from route_prices where id = ${back.id}`
      )[0]
    await using browser = await openBrowser()
    const page = await openPanel(app, browser, { permissions: ['clipboard-read', 'clipboard-write'] })
    const grid = await openGrid(page, '?search=gallipoli-aeroporto-brindisi')
    const name = grid.getByRole('rowheader', { name: /come l’andata/ })
    await name.waitFor()
    await expect.poll(() => name.locator('a').getAttribute('title')).toBe('Gallipoli → Aeroporto Brindisi')
    await expect.poll(() => name.evaluate((cell) => cell.scrollHeight - cell.clientHeight)).toBe(0)
    await grid.focus()
    await page.keyboard.press('Control+Home')
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await expect.poll(async () => (await active(grid)).text).toMatch(/^\d+, come l’andata$/)
    await expect.poll(() => grid.locator('[data-follows][aria-readonly=true]').count()).toBe(7)

    // In a row without its own prices the grid refuses to paste or delete, and asks before it accepts a typed price.
    await paste(page, '1\t2\t3\t4\t5\t6\t7')
    await page.getByText('Alcune tratte seguono l’andata').first().waitFor()
    await page.keyboard.press('Delete')
    await expect.poll(() => saveButton(page).textContent()).toBe('Salva modifiche (0)')
    await page.keyboard.press('Control+Home')
    for (const key of ['ArrowRight', 'ArrowRight', '9']) await page.keyboard.press(key)
    const give = page.getByRole('dialog', { name: 'Gallipoli – Aeroporto Brindisi: prezzi propri?' })
    await give.waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await stored()).toMatchObject({ isOwn: false })
    await give.getByRole('button', { name: 'Da’ prezzi propri' }).press('Enter')
    await page.getByText('La tratta ha prezzi propri').waitFor()
    await expect.poll(() => grid.locator('[data-follows]').count()).toBe(0)
    const { price1to3Pax: price } = (await stored()) ?? {}
    expect(Number(price)).toBeGreaterThan(0)

    // Before the return route uses its outbound route's prices again, a dialog lists the price that is lost.
    const row = { updates: [{ id: back.id, field: 'price1to3Pax', value: 77 }] }
    const staff = await app.logIn()
    expect((await app.send('PUT', '/api/bulk-pricing/update', row, staff)).status).toBe(200)
    await grid.getByRole('gridcell', { name: '77', exact: true }).waitFor()
    await grid.focus()
    await page.keyboard.press('End')
    await expect.poll(async () => (await active(grid)).text).toBe('prezzo proprio')
    await page.keyboard.press('Enter')
    const follow = page.getByRole('dialog', { name: 'Gallipoli – Aeroporto Brindisi: prezzi come l’andata?' })
    await follow.getByText(/Si perdono i prezzi propri qui sotto/).waitFor()
    const lost = follow.getByRole('list', { name: 'Prezzi che cambiano' }).getByRole('listitem')
    await expect.poll(() => lost.filter({ hasText: '77' }).count()).toBe(1)
    expect(await axeProblems(page)).toEqual([])
    expect(await stored()).toMatchObject({ isOwn: true, price1to3Pax: '77.00' })
    await follow.getByRole('button', { name: 'Segui l’andata' }).press('Enter')
    await page.getByText('La tratta segue i prezzi dell’andata').waitFor()
    expect(await stored()).toEqual({ isOwn: false, price1to3Pax: null })
    await expect.poll(() => grid.locator('[data-follows]').count()).toBe(7)
    expect(browser.problems()).toEqual([])
  },
)

test(
  'on a phone, a second tap on a price of the outbound offers the return its own prices',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await given.route(app)
    await app.sql`update route_prices set follows_id = main_route_id where slug = 'gallipoli-aeroporto-brindisi'`
    await using browser = await openBrowser()
    const page = await openPanel(app, browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const grid = await openGrid(page, '?search=gallipoli-aeroporto-brindisi')
    const cell = grid.locator('[data-follows]').first()
    await cell.tap()
    await cell.tap()
    await page.getByRole('dialog', { name: 'Gallipoli – Aeroporto Brindisi: prezzi propri?' }).waitFor()
  },
)

test(
  'a day of travel in the URL shows its prices and lists next to the base prices, read-only and skipped by paste',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const staff = await app.logIn()
    const list = { name: 'Estate', startsOn: '2099-07-01', endsOn: '2099-08-31', percent: '10' }
    const made = await app.post('/api/admin/price-lists', { ...list, fields: ['price1to3Pax'] }, staff)
    expect(made.status).toBe(201)
    await using browser = await openBrowser()
    const page = await openPanel(app, browser, { permissions: ['clipboard-read', 'clipboard-write'] })
    const grid = await openGrid(page, '?search=aeroporto-brindisi-gallipoli')
    await expect.poll(() => grid.getAttribute('aria-colcount')).toBe('10')
    await page.getByLabel('Giorno di viaggio').fill('2099-07-15')
    await expect.poll(() => new URL(page.url()).searchParams.get('giorno')).toBe('2099-07-15')
    const header = grid.getByRole('columnheader', { name: 'Privato 1-3 il 15/07/2099' })
    await header.waitFor()
    await page.reload()
    await header.waitFor()
    await expect
      .poll(() => grid.locator('[data-day=changed][role=gridcell]').allTextContents())
      .toEqual(['121'])
    await grid.getByRole('gridcell', { name: 'Estate', exact: true }).waitFor()
    expect(await axeProblems(page)).toEqual([])

    // The column with the prices of the chosen day is read-only. A copied block leaves this column out.
    await grid.focus()
    await page.keyboard.press('Control+Home')
    for (let column = 0; column < 9; column++) await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await active(grid)).text).toBe('121')
    await page.keyboard.type('5')
    await page.keyboard.press('Delete')
    await expect.poll(() => saveButton(page).textContent()).toBe('Salva modifiche (0)')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('110\t130')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await paste(page, '111\t131')
    await page.getByRole('button', { name: 'Salva modifiche (2)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Salvare i nuovi prezzi?' })
    await dialog.getByLabel('Motivo').fill('Prova')
    await dialog.getByRole('button', { name: 'Salva 2 prezzi' }).click()
    await page.getByText('Prezzi aggiornati con successo').waitFor()
    const [saved] = await app.sql`
    select price1to3_pax::float as car, price4to8_pax::float as van from route_prices
    where slug = 'aeroporto-brindisi-gallipoli'`
    expect(saved).toEqual({ car: 111, van: 131 })
    await expect
      .poll(() => grid.locator('[data-day=changed][role=gridcell]').allTextContents())
      .toEqual(['122,10'])
    await page.getByLabel('Giorno di viaggio').fill('')
    await header.waitFor({ state: 'detached' })

    const today = romanDay(new Date())
    const now = { ...list, name: 'Feste', startsOn: today, endsOn: today, fields: ['price1to3Pax'] }
    expect((await app.post('/api/admin/price-lists', now, staff)).status).toBe(201)
    await page.getByText('Per i viaggi di oggi vale il listino Feste.').waitFor()
    await page.getByRole('button', { name: 'Vedi i prezzi di oggi' }).click()
    await grid.getByRole('gridcell', { name: 'Feste', exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('giorno')).toBe(today)
    expect(browser.problems()).toEqual([])
  },
)
