import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { languageAsked } from '../../../languages/catalogs.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { ListReviews, ListStaffReviews, type StaffReview } from './contract.ts'
import { reviewPage } from './shown.queries.ts'

export const listReviews = answer(ListReviews, (read, { lang, ...asked }, _, context) =>
  reviewPage(read, asked, { t: languageAsked(lang).t, context }),
)

export const listStaffReviews = answer(ListStaffReviews, async (read, asked) => {
  const like = likeOf(asked.search)
  const where = read`(reviews.text ilike ${like} or reviews.name ilike ${like})`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from reviews where ${where}`
  const order = { createdAt: 'reviews.created_at', rating: 'rating' }
  const rows = await read<Row[]>`
    select ${columns(read)} where ${where} ${pageOf(read, asked, order, '-createdAt')}`
  return { ...pages(asked, total), items: rows.map(shown) }
})

interface Row extends Omit<StaffReview, `${string}At`> {
  hiddenAt: Date | null
  createdAt: Date
  updatedAt: Date
}

/** Returns SQL to put after `select`. */
const columns = (sql: Sql | Tx) => sql`
  reviews.id, rating, reviews.text, reviews.name, language, month, reply, lead_kind, lead_id, hidden_at, hidden_reason,
  reviews.created_at, reviews.updated_at,
  case when d.id is not null and a.id is not null then jsonb_build_object('from', d.name, 'to', a.name) end as route
  from reviews
    left join locations d on d.id = departure_id
    left join locations a on a.id = destination_id`

/** Throws HttpError 404 if the id is unknown. */
export async function findReview(sql: Sql | Tx, id: number): Promise<StaffReview> {
  const [row] = await sql<[Row?]>`select ${columns(sql)} where reviews.id = ${id}`
  if (!row) throw new HttpError(404, 'Recensione non trovata.')
  return shown(row)
}

function shown({ hiddenAt, createdAt, updatedAt, ...row }: Row): StaffReview {
  return {
    ...row,
    hiddenAt: hiddenAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
