// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What this process holds now. Stateless; any thread. */
final class ProcessUse {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int COLLECTIONS = 3;

    private ProcessUse() {}

    /** Open sockets; -1 where the platform does not list them. */
    static long sockets() {
        try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
            List<Path> open = descriptors.toList();
            return open.stream().filter(ProcessUse::isSocket).count();
        } catch (IOException e) {
            return -1;
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException e) {
            // It was closed meanwhile.
            return false;
        }
    }

    /** Bytes of the heap that are reachable, about. */
    static long reachableBytes() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    /** Bytes that all threads but the calling one have allocated so far; -1 where the platform does not count them. */
    static long allocatedBytesOfOthers() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                ? threads.getTotalThreadAllocatedBytes() - threads.getCurrentThreadAllocatedBytes()
                : -1;
    }

    /**
     * Processor time of this process, without that of the calling thread, in nanoseconds; -1 where the platform does not
     * count it.
     */
    static long processorNanosOfOthers() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                        - ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
                : -1;
    }
}
