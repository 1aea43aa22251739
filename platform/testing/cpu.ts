// What some work costs this thread, however busy the machine is with other things. For bounds against runaway work: it
// is no measure of speed, which `npm run bench` says.
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
