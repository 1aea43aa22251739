export default function Invite() {
  return <p className="p-4">Invite</p>
}
