export { Toaster } from "../../ui/toaster.tsx";
