let visitors = 0

/** Returns the IP address of a new visitor, because limits count by IP address. */
export function newAddress(): string {
  visitors += 1
  return `100.64.${Math.floor(visitors / 256) % 64}.${visitors % 256}`
}
