export default function LeaseCalendar() {
  return <h1>Lease calendar</h1>;
}
