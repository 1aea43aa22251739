export default function Cases() {
  return <p className="p-4">Cases</p>
}
