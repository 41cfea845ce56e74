import type { StoreUpload, Upload } from '../../../../modules/content/pictures/contract.ts'
import { sendFile } from '../../kit/sendFile.ts'

const maxWidth = 1600
/** Bytes. `uploadPicture` converts larger files before the upload. */
const smallBytes = 600_000

/** Uploads a picture. Makes a large file smaller first, because over a slow line the original would take minutes. */
export async function uploadPicture(file: Blob): Promise<Upload> {
  const body = file.size > smallBytes ? await smaller(file) : file
  return sendFile<typeof StoreUpload>('POST /api/admin/uploads', body)
}

/** Converts a picture to WebP. Returns the file unchanged if it is unreadable or would not become smaller. */
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

export function pictureIn(data: DataTransfer | null): File | null {
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/')) ?? null
}
