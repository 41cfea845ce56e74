const programs: Record<string, string> = {
  cli: 'Riga di comando',
  worker: 'Il sistema',
  visitatore: 'Un visitatore',
}

/** Returns the username of a member of staff, or an Italian term for a program or a visitor. */
export const actorName = (actor: string) => programs[actor] ?? actor
