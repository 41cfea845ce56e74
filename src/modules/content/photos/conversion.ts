import { on } from '../../../kernel/message.ts'
import { storeVariants } from '../pictures/pictures.writes.ts'
import { photoStored } from './contract.ts'

/** Converts a photo in the worker, because the conversion takes seconds. */
export const convertPhoto = on('content:convertPhoto', photoStored, async ({ hash }, { write }) => {
  await storeVariants(write, hash)
  await write`update photos set is_converted = true where picture = ${hash} and not is_converted`
})
