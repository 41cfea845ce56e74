import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Emptyable,
  Id,
  listInput,
  listOf,
  Moment,
  Nullable,
  Text,
  titled,
} from '../../../kernel/field.ts'
import { act, command, event, query } from '../../../kernel/message.ts'
import { pictureUploaded } from '../pictures/contract.ts'

/** Where pages show a photo. `sedan`, `van8` and `van6` are the vehicles of the fleet on the home page. */
export const ShownAs = Type.Union(
  (['none', 'company', 'sedan', 'van8', 'van6', 'driver', 'place', 'meeting', 'route'] as const).map((one) =>
    Type.Literal(one),
  ),
  { message: 'Scegli dove appare la foto' },
)
export type ShownAs = Static<typeof ShownAs>

export const Photo = Type.Object({
  /** Beginning of the URLs of all variants (widths and formats) of the picture: `/media/<hash>`. */
  base: Type.String(),
  /** Widths of the variants in pixels, smallest first; empty until the variants are stored. */
  widths: Type.Array(Type.Integer()),
  width: Type.Integer(),
  height: Type.Integer(),
  alt: Type.String(),
  author: Type.String(),
  licence: Type.String(),
})
export type Photo = Static<typeof Photo>

const form = {
  /** Path of an uploaded picture, `/media/<hash>.webp`, or a `data:` picture. */
  picture: titled(
    'Immagine',
    Type.String({ minLength: 1, maxLength: 12_000_000, message: 'Carica una foto' }),
  ),
  shownAs: titled('Dove appare', ShownAs),
  placeId: titled('Luogo della foto', Emptyable({ ...Id, message: 'Scegli la località' })),
  toPlaceId: titled('Destinazione', Emptyable({ ...Id, message: 'Scegli la destinazione' })),
  alt: titled(
    'Descrizione',
    Text(200, { message: 'Descrivi la foto per chi non la vede (al massimo 200 caratteri)' }),
  ),
  author: titled('Autore', Text(120, { message: 'Indica chi ha scattato la foto' })),
  licence: titled(
    'Licenza',
    Text(120, { message: 'Indica con quale diritto la usi, per esempio: di nostra proprietà' }),
  ),
}
export const PhotoForm = Type.Object(form)
export type PhotoForm = Static<typeof PhotoForm>

export const StaffPhoto = Type.Object({
  id: Id,
  picture: Type.String(),
  shownAs: ShownAs,
  placeId: Nullable(Id),
  toPlaceId: Nullable(Id),
  /** Where pages show the photo, in Italian, such as `Tratta Aeroporto Brindisi → Lecce`. */
  spot: titled('Posto della foto', Type.String()),
  alt: Type.String(),
  author: Type.String(),
  licence: Type.String(),
  width: titled('Larghezza', Type.Integer()),
  height: titled('Altezza', Type.Integer()),
  uploadedBy: titled('Caricata da', Type.String()),
  createdAt: Moment,
  updatedAt: Moment,
})
export type StaffPhoto = Static<typeof StaffPhoto>

export const ListPhotos = query(
  'GET /api/admin/photos',
  'redazione',
  Type.Object(listInput('createdAt', 'shownAs')),
  listOf(StaffPhoto),
  { tables: ['photos'], summary: 'Photos; searches the alternative text and the author' },
)
export const ReadStaffPhoto = query('GET /api/admin/photos/:id', 'redazione', ById, StaffPhoto, {
  tables: ['photos'],
})

export const photoCreated = act('content:photoCreated', 'Foto aggiunta')

export const CreatePhoto = command('POST /api/admin/photos', 'redazione', PhotoForm, StaffPhoto, {
  acts: [pictureUploaded, photoCreated],
  status: 201,
  summary: 'Saves a photo. If another photo has the same place on the site, that photo loses it',
})
export const photoChanged = act('content:photoChanged', 'Foto modificata')

export const SavePhoto = command(
  'PUT /api/admin/photos/:id',
  'redazione',
  Type.Object({ ...form, id: Id, updatedAt: Moment }),
  StaffPhoto,
  { acts: [pictureUploaded, photoChanged] },
)
export const photoDeleted = act('content:photoDeleted', 'Foto eliminata')

export const DeletePhoto = command('DELETE /api/admin/photos/:id', 'redazione', ById, Type.Object({}), {
  acts: [photoDeleted],
  status: 204,
})

/** Emitted when a photo gets a new picture. The variants of this picture may be missing. */
export const photoStored = event('content:photoStored', Type.Object({ hash: Type.String() }))
