import { given } from '../../test/given.ts'
import { type Hands, openHands, until } from './hands.ts'
import type { Task } from './task.ts'
import { addTrip, isAssigned } from './trips.ts'

// Three tasks that use only the keyboard, from the panel's first page. Each press of Tab counts.

async function goTo(hands: Hands, section: string): Promise<void> {
  await hands.key('Control+k')
  await hands.write(hands.page.getByLabel('Sezione o dato da cercare'), section.toLowerCase())
  await hands.page.getByRole('option', { name: section }).first().waitFor()
  await hands.key('ArrowDown')
  await hands.key('Enter')
  await hands.page.getByRole('heading', { level: 1, name: section }).waitFor()
}

const answer: Task = {
  name: 'by keyboard alone: a request answered',
  goal: 10,
  before: '',
  async perform({ site, browser, send }) {
    await send('POST', '/api/availability-requests', {
      ...given.request(),
      name: 'Tina Tasti',
      phone: '347 5550002',
      email: 'tina@example.com',
    })
    const hands = await openHands(site, browser, '')
    await goTo(hands, 'Richieste Disponibilità')
    await hands.page
      .getByRole('row')
      .getByRole('link', { name: /^Tina Tasti/ })
      .waitFor()
    await hands.key('j')
    await hands.page.getByRole('heading', { level: 2, name: 'Tina Tasti' }).waitFor()
    await hands.page.locator('[data-send]:enabled').waitFor()
    await hands.key('Control+Enter')
    await until('the answer is stored', async () => {
      const [row] = await site.db
        .read`select answered_at from availability_requests where name = 'Tina Tasti'`
      return row?.answeredAt !== null
    })
    return hands.done()
  },
}

const price: Task = {
  name: 'by keyboard alone: a price changed',
  goal: 30,
  before: '',
  async perform({ site, browser }) {
    const slug = 'aeroporto-brindisi-otranto'
    const priceOf = async () => {
      const [row] = await site.db.read<[{ price: number }]>`
        select price_min2_pax::float as price from route_prices where slug = ${slug}`
      return row.price
    }
    const wanted = (await priceOf()) + 1
    const hands = await openHands(site, browser, '')
    await goTo(hands, 'Modifica Prezzi')
    const { page } = hands
    await hands.tabTo(page.getByRole('searchbox', { name: 'Cerca per località o slug' }))
    await page.keyboard.type(slug)
    await page.getByText(/^[12] tratt[ae]$/).waitFor()
    await hands.key('ArrowDown')
    await hands.key('Control+Home')
    await hands.key('ArrowRight')
    await hands.key('ArrowRight')
    await page.keyboard.type(String(wanted))
    await hands.key('Enter')
    await hands.key('Control+s')
    await hands.tabTo(page.getByRole('button', { name: 'Salva 1 prezzo' }))
    await hands.key('Enter')
    await until('the price is stored', async () => (await priceOf()) === wanted)
    return hands.done()
  },
}

const trip: Task = {
  name: 'by keyboard alone: a trip of tomorrow assigned in the calendar',
  goal: 30,
  before: 'absent',
  async perform({ site, browser }) {
    await addTrip(site, 'Maglie', 21)
    const hands = await openHands(site, browser, '')
    await goTo(hands, 'Calendario')
    const { page } = hands
    await hands.tabTo(page.getByRole('button', { name: 'Successivo' }))
    await hands.key('Enter')
    await hands.tabTo(
      page.getByRole('region', { name: 'Da assegnare' }).getByRole('button', { name: /Maglie/ }),
    )
    await hands.key('Enter')
    await page.locator('[data-free]:focus').waitFor()
    await hands.key('Enter')
    await isAssigned(site, 'Maglie')
    return hands.done()
  },
}

export const keyboardTasks = { answer, price, trip }
