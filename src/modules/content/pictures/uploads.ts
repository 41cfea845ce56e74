import { handle } from '../../../kernel/message.ts'
import { StoreUpload } from './contract.ts'
import { storePicture } from './pictures.writes.ts'

export const storeUpload = handle(StoreUpload, (tx, { data }, caller) => {
  const bytes = Buffer.from(data, 'base64')
  return storePicture(tx, bytes, caller)
})
