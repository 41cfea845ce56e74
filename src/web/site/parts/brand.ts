const legalForm =
  /[\s,-]+(soc(\.|ietà) ?coop(\.|erativa)?|s\.? ?r\.? ?l\.? ?s?\.?|s\.? ?n\.? ?c\.?|s\.? ?a\.? ?s\.?|s\.? ?p\.? ?a\.?)(\s.*)?$/i

/** Returns the company's name without its legal form: `Rossi S.r.l.` → `Rossi`. */
export function brandOf(companyName: string): string {
  return companyName.replace(legalForm, '') || companyName
}
