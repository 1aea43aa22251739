export default function Bundle() {
  return <p className="p-4">Bundle</p>
}
