export default function CalendarsSettings() {
  return null;
}
