export default function LeasesOfAccount({ record }: { record: { id: string } }) {
  return <section aria-label="Leases">Leases of {record.id}</section>;
}
