export default function Studio() {
  return <p className="p-4">Studio</p>
}
