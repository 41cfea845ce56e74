/**
 * Returns lower-case letters, digits and single hyphens, at most 255 characters: `Torre dell'Orso` → `torre-dellorso`.
 * Idempotent.
 */
export function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/[\s-]+/g, '-')
    .slice(0, 255)
    .replace(/^-+|-+$/g, '')
}
