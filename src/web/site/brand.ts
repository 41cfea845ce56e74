const legalForm =
  /[\s,-]+(soc(\.|ietà) ?coop(\.|erativa)?|s\.? ?r\.? ?l\.? ?s?\.?|s\.? ?n\.? ?c\.?|s\.? ?a\.? ?s\.?|s\.? ?p\.? ?a\.?)(\s.*)?$/i

/** The name that stands beside the logo: the company's without its legal form, `Rossi S.r.l.` → `Rossi`. */
export function brandOf(companyName: string): string {
  return companyName.replace(legalForm, '') || companyName
}
