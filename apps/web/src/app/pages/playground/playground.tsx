export default function Playground() {
  return <p className="p-4">Playground</p>
}
