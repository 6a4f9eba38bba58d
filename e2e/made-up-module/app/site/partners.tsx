import { pageMeta } from "#app/site/page-meta.ts";

export const meta = () =>
  pageMeta({
    title: "Partners",
    description: "The firms that Guidevane works with, and what each of them brings to a project of our clients.",
    path: "/partners",
  });

export default function Partners() {
  return <h1>Partners</h1>;
}
