export { CopyButton } from "../../ui/copy-button.tsx";
