// The picture of a network: one line is ten points, people are discs, those of us are solid. Arrows walk from neighbour to neighbour, Enter
// opens. What it says is in the table beside it.
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import type { Network } from "../relationship.ts";
import {
  isArrow,
  labelsOf,
  layOut,
  neighborTowards,
  type PlacedEdge,
  type PlacedNode,
  pictureHeight,
  pictureWidth,
} from "./layout.ts";

const lines = (strength: number) => Math.max(1, Math.round(strength / 10));
const gap = 2.6;

/** A bundle of parallel lines; without an answer one that is dashed and stops halfway. */
function Tie({ edge: { from, to, strength }, near }: { edge: PlacedEdge; near: boolean }) {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(x, y) || 1;
  const [nx, ny] = [-y / length, x / length];
  const count = lines(strength);
  const end = strength === 0 ? 0.5 : 1;
  return (
    <g className={near ? "stroke-ink" : "stroke-control"} strokeWidth="1.2">
      {Array.from({ length: count }, (_, line) => {
        const off = (line - (count - 1) / 2) * gap;
        return (
          <path
            key={line}
            strokeDasharray={strength === 0 ? "5 6" : undefined}
            d={`M${(from.x + nx * off).toFixed(1)} ${(from.y + ny * off).toFixed(1)}L${(from.x + x * end + nx * off).toFixed(1)} ${(from.y + y * end + ny * off).toFixed(1)}`}
          />
        );
      })}
    </g>
  );
}

export function NetworkPicture({ network, label }: { network: Network; label: string }) {
  const picture = useMemo(() => layOut(network), [network]);
  const labels = useMemo(() => labelsOf(network.nodes), [network]);
  const navigate = useNavigate();
  const frame = useRef<SVGSVGElement>(null);
  const start = picture.nodes.find(({ is_center }) => is_center) ?? picture.nodes[0];
  const [at, setAt] = useState<string | null>(null);
  const current = picture.nodes.find(({ id }) => id === at) ?? start;
  const open = ({ kind, id }: PlacedNode) => {
    if (kind === "contact") void navigate(`/admin/crm/contacts/${id}`);
  };
  const onKeyDown = (event: KeyboardEvent, node: PlacedNode) => {
    if (event.key === "Enter") open(node);
    if (!isArrow(event.key)) return;
    event.preventDefault();
    const next = neighborTowards(picture, node, event.key);
    if (!next) return;
    setAt(next.id);
    frame.current?.querySelector<SVGGElement>(`[data-node="${next.id}"]`)?.focus();
  };
  const isNear = ({ from, to }: PlacedEdge) => from.id === current?.id || to.id === current?.id;
  return (
    <svg
      ref={frame}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing whose parts can be reached
      role="group"
      aria-label={label}
      viewBox={`0 0 ${pictureWidth} ${pictureHeight}`}
      className="block w-full"
    >
      {picture.edges.map((edge) => (
        <Tie key={`${edge.from.id} ${edge.to.id}`} edge={edge} near={isNear(edge)} />
      ))}
      {picture.edges.filter(isNear).map(({ from, to, strength }) => (
        <g key={`${from.id} ${to.id}`} aria-hidden="true">
          <rect
            x={(from.x + to.x) / 2 - 13}
            y={(from.y + to.y) / 2 - 9}
            width="26"
            height="18"
            className="fill-surface"
          />
          <text
            x={(from.x + to.x) / 2}
            y={(from.y + to.y) / 2 + 4}
            textAnchor="middle"
            className="fill-ink text-xs font-semibold"
          >
            {strength}
          </text>
        </g>
      ))}
      {picture.nodes.map((node) => {
        const ties = picture.edges.filter(({ from, to }) => from.id === node.id || to.id === node.id);
        return (
          <g
            key={node.id}
            data-node={node.id}
            tabIndex={node.id === current?.id ? 0 : -1}
            role={node.kind === "contact" ? "link" : "img"}
            aria-label={`${node.name}, ${node.about}. ${ties
              .map(({ from, to, strength }) => `${strength} with ${from.id === node.id ? to.name : from.name}`)
              .join(", ")}`}
            onFocus={() => setAt(node.id)}
            onClick={() => (node.id === current?.id ? open(node) : setAt(node.id))}
            onDoubleClick={() => open(node)}
            onKeyDown={(event) => onKeyDown(event, node)}
            className="group cursor-pointer outline-none"
            transform={`translate(${node.x} ${node.y})`}
          >
            <circle
              r={node.is_center ? 11 : 8}
              strokeWidth="1.6"
              className={classNames(
                "stroke-ink group-focus-visible:stroke-[4]",
                node.kind === "staff" ? "fill-solid" : node.is_center ? "fill-nil" : "fill-surface",
              )}
            />
            <text
              y={node.is_center ? 26 : 22}
              textAnchor="middle"
              paintOrder="stroke"
              strokeWidth="4"
              className={classNames(
                "fill-ink stroke-surface text-caption",
                (node.is_center || node.id === current?.id) && "font-semibold",
              )}
            >
              {node.id === current?.id || node.is_center ? node.name : labels.get(node.id)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
