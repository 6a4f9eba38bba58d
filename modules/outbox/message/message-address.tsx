// /admin/outbox/<id>, as timelines have it: the message opens beside the list of all.
import { Navigate, useParams } from "react-router";

export default function MessageAddress() {
  return <Navigate replace to={`/admin/outbox?open=${useParams()["id"] ?? ""}`} />;
}
