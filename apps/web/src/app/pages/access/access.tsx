export default function Access() {
  return <p className="p-4">Access</p>
}
