import { audit } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { edit } from '../../../kernel/edit.ts'
import { type FieldError, HttpError, refusal } from '../../../kernel/httpError.ts'
import { type Caller, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import { findPicture, widthMin } from '../pictures/pictures.queries.ts'
import { pictureAddress } from '../pictures/pictures.writes.ts'
import {
  CreatePhoto,
  DeletePhoto,
  type PhotoForm,
  photoChanged,
  photoCreated,
  photoDeleted,
  photoStored,
  SavePhoto,
} from './contract.ts'
import { findStaffPhoto } from './photos.queries.ts'

export const createPhoto = handle(CreatePhoto, async (tx, form, caller, context) => {
  const columns = await columnsOf(tx, form, caller, context)
  await clearSpot(tx, columns, 0)
  const [{ id }] = await tx<[{ id: number }]>`
    insert into photos ${tx({ ...columns, uploaded_by: caller.name })} returning id`
  const created = await findStaffPhoto(tx, id)
  await audit(tx, caller, photoCreated, `photos/${id}`, null, created)
  await emit(tx, photoStored, { hash: columns.picture })
  return created
})

export const savePhoto = edit(
  SavePhoto,
  { table: 'photos', find: findStaffPhoto },
  async (tx, { id, updatedAt: _, ...form }, caller, before, context) => {
    const columns = await columnsOf(tx, form, caller, context)
    await clearSpot(tx, columns, id)
    await tx`update photos set ${tx(columns)}, updated_at = now(), is_converted = is_converted and picture = ${columns.picture} where id = ${id}`
    const after = await findStaffPhoto(tx, id)
    await audit(tx, caller, photoChanged, `photos/${id}`, before, after)
    if (before.picture !== after.picture) await emit(tx, photoStored, { hash: columns.picture })
    return after
  },
)

export const deletePhoto = handle(DeletePhoto, async (tx, { id }, caller) => {
  const before = await findStaffPhoto(tx, id)
  await tx`delete from photos where id = ${id}`
  await audit(tx, caller, photoDeleted, `photos/${id}`, before, null)
  return {}
})

interface Columns {
  picture: string
  shown_as: PhotoForm['shownAs']
  place_id: number | null
  to_place_id: number | null
  alt: string
  author: string
  licence: string
}

/** Stores a `data:` picture as an upload. Throws HttpError 422, and the errors of `pictureOf` for a new picture. */
async function columnsOf(tx: Tx, form: PhotoForm, caller: Caller, { site }: Context): Promise<Columns> {
  const { shownAs, alt, author, licence } = form
  const hasPlace = ['place', 'meeting', 'route'].includes(shownAs)
  const placeId = hasPlace ? form.placeId || null : null
  const toPlaceId = shownAs === 'route' ? form.toPlaceId || null : null
  const errors: FieldError[] = []
  const refuse = (path: string, message: string) => errors.push({ path, message })
  if (hasPlace && !(await isPlace(tx, placeId))) refuse('placeId', 'Scegli la località')
  if (shownAs === 'route' && !(await isPlace(tx, toPlaceId))) refuse('toPlaceId', 'Scegli la destinazione')
  if (placeId !== null && placeId === toPlaceId) refuse('toPlaceId', 'La destinazione è uguale alla partenza')
  if (errors[0]) throw new HttpError(422, errors[0].message, { errors })
  const wanted = { field: 'picture', siteOrigin: site.origin }
  const path = (await pictureAddress(tx, form.picture, caller, wanted)) ?? ''
  const picture = await findPicture(tx, path)
  if (!picture || picture.width < widthMin) {
    const message = picture
      ? `La foto è troppo piccola: serve una larghezza di ${widthMin} pixel.`
      : 'Questa immagine non c’è: caricala di nuovo.'
    throw refusal('picture', message)
  }
  return {
    picture: picture.hash,
    shown_as: shownAs,
    place_id: placeId,
    to_place_id: toPlaceId,
    alt,
    author,
    licence,
  }
}

async function isPlace(tx: Tx, id: number | null): Promise<boolean> {
  if (id === null) return false
  const [row] = await tx`select id from locations where id = ${id}`
  return row !== undefined
}

/** Clears the spot for a new photo. The previous photo stays stored. */
async function clearSpot(tx: Tx, { shown_as, place_id, to_place_id }: Columns, butId: number): Promise<void> {
  if (shown_as === 'none') return
  await tx`
    update photos set shown_as = 'none', updated_at = now()
    where shown_as = ${shown_as} and id <> ${butId}
      and place_id is not distinct from ${place_id} and to_place_id is not distinct from ${to_place_id}`
}
