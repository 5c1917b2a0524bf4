export function PlaceNames({ names: [office, space] }: { names: [string | undefined, string | undefined] }) {
  return (
    <>
      <bdi>{office}</bdi>
      {office && space && ' · '}
      <bdi>{space}</bdi>
    </>
  )
}
