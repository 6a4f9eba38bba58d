export default function LeaseTile() {
  return <section aria-label="Leases that end soon">No lease ends soon</section>;
}
