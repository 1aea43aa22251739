export default function Home() {
  return <p className="p-4">Home</p>
}
