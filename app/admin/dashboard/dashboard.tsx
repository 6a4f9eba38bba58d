export default function Dashboard() {
  return <h1 className="font-display text-title">Dashboard</h1>;
}
