let visitors = 0

/** Limits count by IP address, so each visitor needs a new one. */
export function newAddress(): string {
  visitors += 1
  return `100.64.${Math.floor(visitors / 256) % 64}.${visitors % 256}`
}
