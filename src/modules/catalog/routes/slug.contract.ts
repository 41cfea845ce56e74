/**
 * Lowercase, accents stripped, non-alphanumerics removed, spaces to hyphens, repeats collapsed, 255 at most
 * (back-office.md section 5): `Torre dell'Orso` → `torre-dellorso`. A slug is its own slug.
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
