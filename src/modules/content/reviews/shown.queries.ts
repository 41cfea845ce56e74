import type { Context } from '../../../kernel/context.ts'
import { readModel } from '../../../kernel/readModel.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { localCatalog } from '../../catalog/search/search.queries.ts'
import { type Review, type ReviewList, reviewYears } from './contract.ts'

interface Place {
  id: number
  name: string
}

interface ReviewRow extends Omit<Review, 'route' | 'isVerified'> {
  departure: Place | null
  destination: Place | null
  createdAt: Date
}

const reviews = readModel(
  ['reviews', 'locations'],
  (read) => read<ReviewRow[]>`
    select reviews.id, rating, text, reviews.name, language, month, reply, reviews.created_at,
      case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name) end as departure,
      case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.name) end as destination
    from reviews
      left join locations d on d.id = departure_id
      left join locations a on a.id = destination_id
    where hidden_at is null order by reviews.created_at desc, reviews.id desc`,
)

interface Reader {
  t: Translate
  context: Pick<Context, 'clock'>
}

/** Returns the reviews that are neither hidden nor too old, newest first. */
async function shownRows(read: Sql | Tx, { clock }: Reader['context']): Promise<ReviewRow[]> {
  const since = new Date(clock.now())
  since.setUTCFullYear(since.getUTCFullYear() - reviewYears)
  return (await reviews(read)).filter(({ createdAt }) => createdAt > since)
}

export async function reviewPage(
  read: Sql,
  { page, limit }: { page: number; limit: number },
  reader: Reader,
): Promise<ReviewList & { page: number; totalPages: number }> {
  const rows = await shownRows(read, reader.context)
  const own = await listOf(read, rows, rows.slice((page - 1) * limit, page * limit), reader)
  return { ...own, page, totalPages: Math.ceil(rows.length / limit) }
}

/** Maximum number of reviews on a page that is not the list of reviews, such as a route's page. */
const blockMax = 3
const excerptMax = 160

/** Reviews of rides between the places in `ends` come first. */
export async function reviewBlock(read: Sql, reader: Reader, ends?: [Place, Place]): Promise<ReviewList> {
  const rows = await shownRows(read, reader.context)
  const ids = new Set(ends?.map(({ id }) => id))
  const isOwn = ({ departure, destination }: ReviewRow) =>
    [departure, destination].every((place) => place !== null && ids.has(place.id))
  const chosen = [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))].slice(0, blockMax)
  const { items, ...all } = await listOf(read, rows, chosen, reader)
  return { ...all, items: items.map((item) => ({ ...item, text: excerpt(item.text), reply: null })) }
}

export const datedReviews = async (read: Sql, context: Reader['context']) =>
  (await shownRows(read, context)).map(({ id, createdAt }) => ({ id, updatedAt: createdAt }))

async function listOf(read: Sql, rows: ReviewRow[], chosen: ReviewRow[], { t }: Reader): Promise<ReviewList> {
  const { nameOf } = await localCatalog(read, t)
  const sum = rows.reduce((total, { rating }) => total + rating, 0)
  return {
    average: rows.length > 0 ? Math.round((100 * sum) / rows.length) / 100 : null,
    count: rows.length,
    items: chosen.map(({ departure, destination, createdAt: _, ...row }) => ({
      ...row,
      route: departure && destination && { from: nameOf(departure), to: nameOf(destination) },
      isVerified: true,
    })),
  }
}

function excerpt(text: string): string {
  if (text.length <= excerptMax) return text
  const kept = text.slice(0, excerptMax)
  return `${kept.slice(0, Math.max(kept.lastIndexOf(' '), 1))}…`
}
