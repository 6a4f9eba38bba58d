export default function AuthPage() {
  return <h1 className="font-display text-title">Welcome to the product</h1>;
}
