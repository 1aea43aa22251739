// Measures the CPU time of this thread, which is independent of other load. For limits on runaway work, not for
// performance, which `npm run bench` measures.
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
