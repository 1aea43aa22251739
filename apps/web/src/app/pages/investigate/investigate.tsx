export default function Investigate() {
  return <p className="p-4">Investigate</p>
}
