let visitors = 0

/** The address of a new visitor: limits count by address. */
export function newAddress(): string {
  visitors += 1
  return `100.64.${Math.floor(visitors / 256) % 64}.${visitors % 256}`
}
