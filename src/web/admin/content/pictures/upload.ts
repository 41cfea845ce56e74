import type { StoreUpload, Upload } from '../../../../modules/content/pictures/contract.ts'
import { sendFile } from '../../kit/sendFile.ts'

const maxWidth = 1600
/** Smaller files are uploaded unchanged. */
const smallBytes = 600_000

/** Uploads a picture and returns its address. Resizes large ones: a slow line would take minutes. */
export async function uploadPicture(file: Blob): Promise<Upload> {
  const body = file.size > smallBytes ? await smaller(file) : file
  return sendFile<typeof StoreUpload>('POST /api/admin/uploads', body)
}

/** Resizes to the site's widest use, upright; a file that the browser cannot read goes to the server unchanged. */
async function smaller(file: Blob): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, maxWidth / bitmap.width)
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(bitmap.width * scale)),
      Math.max(1, Math.round(bitmap.height * scale)),
    )
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const made = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })
    return made.size < file.size ? made : file
  } catch {
    return file
  }
}

/** Returns the first picture that was dropped or pasted. */
export function pictureIn(data: DataTransfer | null): File | null {
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? null
}
