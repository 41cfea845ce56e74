/** Returns at most 255 lower-case letters, digits and single hyphens: `torre-dellorso` for `Torre dell'Orso`. */
export function slugOf(text: string): string {
  return (
    text
      // An accent becomes a character of its own, which is removed with all others.
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z0-9\s-]/g, '')
      .replace(/[\s-]+/g, '-')
      .slice(0, 255)
      .replace(/^-+|-+$/g, '')
  )
}
