import { type Static, Type } from '@sinclair/typebox'
import { titled } from '../../../kernel/field.ts'
import { act, command } from '../../../kernel/message.ts'

export const pictureMaxBytes = 8 * 1024 * 1024

export const Upload = Type.Object({
  /** Path that always means the same picture, because it contains a hash of the content. */
  url: titled('Indirizzo', Type.String()),
  width: titled('Larghezza', Type.Integer()),
  height: titled('Altezza', Type.Integer()),
  bytes: titled('Byte', Type.Integer()),
})
export type Upload = Static<typeof Upload>

export const pictureUploaded = act('content:pictureUploaded', 'Immagine caricata')

export const StoreUpload = command(
  'POST /api/admin/uploads',
  'redazione',
  Type.Object({
    /** Base64. */
    data: Type.String({
      minLength: 1,
      maxLength: 12_000_000,
      isMultiline: true,
      message: 'Scegli un’immagine da caricare',
    }),
  }),
  Upload,
  {
    acts: [pictureUploaded],
    status: 201,
    maxBytes: pictureMaxBytes + 64 * 1024,
    fileTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
    gate: 'picture',
    timeoutMs: 20_000,
    summary: 'Stores a JPEG, PNG, WebP or AVIF picture as WebP; the body is the file',
  },
)
