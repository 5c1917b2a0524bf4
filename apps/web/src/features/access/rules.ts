export const nameOfOffice = (
  offices: readonly { id: number; name: string }[],
  id: number,
): string | undefined => offices.find((office) => office.id === id)?.name
