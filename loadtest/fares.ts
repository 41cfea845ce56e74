import { check, sleep } from 'k6'
import http from 'k6/http'
import { summaryTrendStats, within } from './summary.ts'
import { daysFromNow, morning, popular, type Ride, type ridesOnSale, site, visitor } from './visitors.ts'

// Visitors who plan a trip. Each asks one to four times for the fare of a day, with another day or party each time, and
// every third time with the way back. One visitor in five asks for two places between which no route may exist; the site
// then estimates the price or responds that it does not serve the ride.

export { handleSummary } from './summary.ts'
export { ridesOnSale as setup } from './visitors.ts'

export const options = {
  scenarios: { fares: morning() },
  thresholds: within({ fare: 100, roundTrip: 100, elsewhere: 100 }),
  summaryTrendStats,
}

interface Fare {
  day: string
  reason: string | null
  offers: unknown[]
  roundTrip: { offers: unknown[] } | null
}

export default function fares(rides: ReturnType<typeof ridesOnSale>): void {
  const headers = visitor()
  const { departure, destination } = popular<Ride>(rides)
  const isElsewhere = Math.random() < 0.2
  const others = rides.filter((ride) => ride.destination !== departure)
  const to = isElsewhere ? popular<Ride>(others).destination : destination
  const asked = 1 + Math.floor(Math.random() * 4)
  for (let question = 0; question < asked; question++) {
    const day = daysFromNow(1 + Math.floor(Math.random() * 90))
    const isReturn = Math.random() < 1 / 3
    const name = isElsewhere ? 'elsewhere' : isReturn ? 'roundTrip' : 'fare'
    const query = Object.entries({
      from: departure,
      to,
      day,
      time: '10:30',
      passengers: String(1 + Math.floor(Math.random() * 8)),
      bags: String(Math.floor(Math.random() * 4)),
      ...(isReturn ? { return: 'true', returnDay: daysFromNow(100) } : {}),
    })
    const text = query.map(([field, value]) => `${field}=${encodeURIComponent(value)}`).join('&')
    const reply = http.get(`${site}/api/fares?${text}`, { headers, tags: { name } })
    check(reply, {
      'a fare of the day, or why there is none': (answer) =>
        answer.status === 200 && answersFor(answer.json() as unknown as Fare, day),
      'a route on sale has a fare, and both ways if asked': (answer) =>
        isElsewhere || isPriced(answer.json() as unknown as Fare, isReturn),
    })
    sleep(0.5 + Math.random())
  }
}

const answersFor = (fare: Fare, day: string) =>
  fare.day === day && fare.offers.length > 0 === (fare.reason === null)

const isPriced = ({ offers, roundTrip }: Fare, isReturn: boolean) =>
  offers.length > 0 && (!isReturn || (roundTrip !== null && roundTrip.offers.length > 0))
