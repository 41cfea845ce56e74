let visitors = 0

/** Returns a new IP address for a visitor, because limits count by IP address. */
export function newAddress(): string {
  visitors += 1
  return `100.64.${Math.floor(visitors / 256) % 64}.${visitors % 256}`
}

/** Returns the headers of a visitor with a new IP address. */
export const newVisitor = () => ({ 'x-forwarded-for': newAddress() })
