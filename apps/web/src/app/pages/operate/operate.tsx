export default function Operate() {
  return <p className="p-4">Operate</p>
}
