export default function Case() {
  return <p className="p-4">Case</p>
}
