let visitors = 0

/** Returns a new IP address for a visitor, because limits count by IP address. */
export function newAddress(): string {
  visitors += 1
  return `100.64.${Math.floor(visitors / 256) % 64}.${visitors % 256}`
}
