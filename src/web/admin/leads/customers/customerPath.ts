export const customerPath = (id: number) => `/admin/clienti/${id}/`
