import { setTimeout as sleep } from 'node:timers/promises'
import { dayIn, given } from '../../test/given.ts'
import { type Hands, openHands, until } from './hands.ts'
import type { Day, Task } from './task.ts'

/** The name of the link may end with the number of unread requests. */
const openInbox = (hands: Hands) => hands.section('Prenotazioni', /^Richieste Disponibilità/)

const ask = (day: Day, form: object) =>
  day.send('POST', '/api/availability-requests', { ...given.request(), ...form })

const openLead = ({ page }: Hands) => page.getByRole('complementary', { name: 'Richiesta aperta' })

const twelve = 12

const answerTwelve: Task = {
  name: 'twelve requests answered and assigned',
  goal: 24,
  before: '60 to 70 presses',
  async perform(day) {
    const { read } = day.site.db
    for (let n = 1; n <= twelve; n++)
      await ask(day, { name: `Cliente ${n}`, phone: `347 20000${n + 10}`, email: `cliente${n}@example.com` })
    const hands = await openHands(day.site, day.browser, '')
    await openInbox(hands)
    await hands.page
      .getByRole('row')
      .getByRole('link', { name: /^Cliente 12/ })
      .waitFor()
    await hands.key('j')
    const heading = openLead(hands).getByRole('heading', { level: 2 })
    const send = openLead(hands).locator('[data-send]:enabled')
    let last = ''
    for (let n = 1; n <= twelve; n++) {
      await until('the next lead', async () => (await heading.textContent()) !== last)
      last = (await heading.textContent()) ?? ''
      await send.waitFor()
      await hands.key('Control+Enter')
      await until('the answer is stored', async () => {
        const [row] = await read`select count(*)::int as n from lead_messages where text <> ''`
        return row?.n === n
      })
    }
    const [row] = await read`
      select count(*)::int as n from availability_requests
      where name like 'Cliente %' and answered_at is not null and assigned_to is not null`
    if (row?.n !== twelve) throw new Error(`${row?.n} of ${twelve} requests are answered and assigned`)
    return hands.done()
  },
}

const angryCustomer: Task = {
  name: 'the whole history of an angry customer on the phone',
  goal: 3,
  before: 'not shown',
  async perform(day) {
    const person = { name: 'Irma Furia', phone: '347 7654321', email: 'irma@example.com' }
    await ask(day, person)
    await day.send('POST', '/api/contacts', { ...person, message: 'Nessuno mi richiama!' })
    await day.drain()
    const hands = await openHands(day.site, day.browser, '')
    await hands.key('Control+k')
    await hands.write(hands.page.getByLabel('Sezione o dato da cercare'), 'furia')
    await hands.click(hands.page.getByRole('option', { name: /Irma Furia.*Cliente/ }))
    await hands.page.getByText('Nessuno mi richiama!').first().waitFor()
    return hands.done()
  },
}

const byTelephone: Task = {
  name: 'a request by telephone written down, with seven fields',
  goal: 15,
  before: '',
  async perform(day) {
    const hands = await openHands(day.site, day.browser, '')
    await openInbox(hands)
    await hands.click(hands.page.getByRole('link', { name: /^Nuova dal telefono/ }))
    await hands.page.getByRole('heading', { name: 'Richiesta dal telefono' }).waitFor()
    const [year, month, date] = dayIn(30).split('-')
    for (const [name, text] of [
      ['name', 'Rita Sordo'],
      ['phone', '0836555111'],
      ['departure', 'Lecce'],
      ['destination', 'Otranto'],
      ['passengers', '3'],
      // The tests' Chromium shows date and time fields in English: month before day, time with AM or PM.
      ['date', `${month}${date}${year}`],
      ['time', '1030AM'],
    ] as const) {
      const field = hands.page.locator(`main [name=${name}]`)
      // A click would put the focus into the middle of the field, on the day, but the text begins with the month.
      if (name === 'date') await hands.tabTo(field)
      await hands.write(field, text)
    }
    await hands.key('Enter')
    await openLead(hands).getByRole('heading', { name: 'Rita Sordo' }).waitFor()
    const [row] = await day.site.db.read`
      select date, time from availability_requests where name = 'Rita Sordo'`
    if (row?.date !== dayIn(30) || row.time !== '10:30') throw new Error(`stored ${JSON.stringify(row)}`)
    return hands.done()
  },
}

const sendOffer: Task = {
  name: 'an offer with the prices of the price list sent from a request',
  goal: 3,
  before: 'absent',
  async perform(day) {
    await ask(day, { name: 'Olga Prezzi', phone: '347 5550001', date: dayIn(20), time: '14:30' })
    const hands = await openHands(day.site, day.browser, '')
    await hands.click(hands.page.getByRole('link', { name: 'Olga Prezzi', exact: true }))
    await hands.click(hands.page.getByRole('button', { name: 'Manda un preventivo' }))
    const dialog = hands.page.getByRole('dialog', { name: 'Preventivo' })
    await until('the day is filled in', async () => (await dialog.getByLabel('Ora').inputValue()) === '14:30')
    await hands.click(dialog.getByRole('button', { name: 'Manda il preventivo' }))
    await dialog.waitFor({ state: 'detached' })
    const offers = await day.site.db.read`select from offers where state = 'sent'`
    if (offers.length !== 1) throw new Error('no offer is sent')
    return hands.done()
  },
}

const shareView: Task = {
  name: 'a view of the requests saved, and shared by its address',
  goal: 5,
  before: 'absent',
  async perform(day) {
    await day.send('POST', '/api/contacts', { ...given.contact(), name: 'Vera Vista' })
    const hands = await openHands(day.site, day.browser, 'richieste/', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { page } = hands
    await hands.click(page.getByRole('button', { name: /^Messaggi/ }))
    await hands.click(page.getByRole('button', { name: /^Nuova \d/ }))
    await hands.click(page.getByRole('button', { name: 'Salva questa vista' }))
    await hands.write(page.getByRole('dialog').getByLabel('Nome'), 'Messaggi nuovi')
    await hands.key('Enter')
    await page.getByRole('link', { name: 'Messaggi nuovi' }).waitFor()
    await hands.click(page.getByRole('button', { name: 'Copia l’indirizzo' }))
    await sleep(200)
    const address = await page.evaluate(() => navigator.clipboard.readText())
    const other = await openHands(day.site, day.browser, address.slice(address.indexOf('richieste/')))
    await other.page.getByRole('link', { name: /^Vera Vista/ }).waitFor()
    await other.done()
    return hands.done()
  },
}

export const leadTasks = { answerTwelve, angryCustomer, byTelephone, sendOffer, shareView }
