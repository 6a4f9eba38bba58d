// /admin/sequences/<id>, as timelines have it: the sequence opens below the list of all.
import { Navigate, useParams } from "react-router";

export default function SequenceAddress() {
  return <Navigate replace to={`/admin/sequences?open=${useParams()["id"] ?? ""}`} />;
}
