import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { readModel } from '../../../kernel/readModel.ts'
import { languages } from '../../../languages/messages.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { addressOf, baseOf, widthsOf } from '../pictures/pictures.queries.ts'
import { translations } from '../translations/translated.queries.ts'
import { ListPhotos, type Photo, ReadStaffPhoto, type ShownAs, type StaffPhoto } from './contract.ts'

type Row = Omit<StaffPhoto, 'picture' | 'spot' | 'createdAt' | 'updatedAt'> & {
  hash: string
  place: string | null
  toPlace: string | null
  isConverted: boolean
  createdAt: Date
  updatedAt: Date
}

const columns = (sql: Sql | Tx) => sql`
  p.id, p.picture as hash, p.shown_as, p.place_id, p.to_place_id, p.alt, p.author, p.licence, p.uploaded_by,
  p.created_at, p.updated_at, p.is_converted, u.width, u.height, f.name as place, t.name as to_place`

const tables = (sql: Sql | Tx) => sql`
  photos p join uploads u on u.hash = p.picture
    left join locations f on f.id = p.place_id left join locations t on t.id = p.to_place_id`

export const listPhotos = answer(ListPhotos, async (read, asked) => {
  const like = likeOf(asked.search)
  const where = read`(p.alt ilike ${like} or p.author ilike ${like} or f.name ilike ${like} or t.name ilike ${like})`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from ${tables(read)} where ${asked.search ? where : read`true`}`
  const rows = await read<Row[]>`
    select ${columns(read)} from ${tables(read)} where ${asked.search ? where : read`true`}
    ${pageOf(read, asked, { createdAt: 'p.created_at', shownAs: 'p.shown_as' }, '-createdAt')}`
  return { ...pages(asked, total), items: rows.map(staffPhotoOf) }
})

export const readStaffPhoto = answer(ReadStaffPhoto, (read, { id }) => findStaffPhoto(read, id))

export async function findStaffPhoto(sql: Sql | Tx, id: number): Promise<StaffPhoto> {
  const [row] = await sql<[Row?]>`select ${columns(sql)} from ${tables(sql)} where p.id = ${id}`
  if (!row) throw new HttpError(404, 'Foto non trovata.')
  return staffPhotoOf(row)
}

function staffPhotoOf({
  hash,
  place,
  toPlace,
  isConverted: _,
  createdAt,
  updatedAt,
  ...row
}: Row): StaffPhoto {
  return {
    ...row,
    picture: addressOf(hash),
    spot: spotWords(row.shownAs, place, toPlace),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function spotWords(shownAs: ShownAs, place: string | null, toPlace: string | null): string {
  switch (shownAs) {
    case 'none':
      return 'Da nessuna parte'
    case 'company':
      return 'Home, azienda'
    case 'sedan':
      return 'Home, berlina'
    case 'van8':
      return 'Home, minivan 8 posti'
    case 'van6':
      return 'Home, minivan 6 posti'
    case 'driver':
      return 'Arrivi, autista con il cartello'
    case 'place':
      return place === null ? 'Località eliminata' : `Località ${place}`
    case 'meeting':
      return `Punto d’incontro ${place ?? 'di una località eliminata'}`
    case 'route':
      return `Tratta ${place ?? 'da una località eliminata'} → ${toPlace ?? 'una località eliminata'}`
  }
}

interface ShownPhoto {
  id: number
  photo: Photo
}

const shownPhotos = readModel(['photos'], async (read): Promise<Map<string, ShownPhoto>> => {
  const rows = await read<Row[]>`select ${columns(read)} from ${tables(read)} where p.shown_as <> 'none'`
  return new Map(
    rows.map((row) => {
      const { id, hash, width, height, alt, author, licence } = row
      const widths = row.isConverted ? widthsOf(width) : []
      const photo = { base: baseOf(hash), widths, width, height, alt, author, licence }
      return [spotOf(row.shownAs, row.placeId, row.toPlaceId), { id, photo }]
    }),
  )
})

const spotOf = (shownAs: ShownAs, placeId: number | null, toPlaceId: number | null) =>
  `${shownAs} ${placeId ?? ''} ${toPlaceId ?? ''}`

/** Returns the photo of a spot, or null. The photo's `alt` is '' if the language has no reviewed translation of it. */
export async function photoOf(
  read: Sql,
  language: string,
  shownAs: ShownAs,
  placeId: number | null = null,
  toPlaceId: number | null = null,
): Promise<Photo | null> {
  const shown = (await shownPhotos(read)).get(spotOf(shownAs, placeId, toPlaceId))
  if (!shown) return null
  const { id, photo } = shown
  if (language === languages[0]) return photo
  return { ...photo, alt: (await translations(read)).text('photo', id, language)?.alt ?? '' }
}

/** Returns the photo of a route, otherwise the photo of its destination; null if there is none. */
export const routePhotoOf = async (
  read: Sql,
  language: string,
  { departureId, destinationId }: { departureId: number; destinationId: number },
) =>
  (await photoOf(read, language, 'route', departureId, destinationId)) ??
  photoOf(read, language, 'place', destinationId)
