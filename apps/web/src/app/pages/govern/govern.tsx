export default function Govern() {
  return <p className="p-4">Govern</p>
}
