/** An office and one of its spaces, as far as their names are known. */
export function PlaceNames({ names: [office, space] }: { names: [string | undefined, string | undefined] }) {
  return (
    <>
      <bdi>{office}</bdi>
      {office && space && ' · '}
      <bdi>{space}</bdi>
    </>
  )
}
