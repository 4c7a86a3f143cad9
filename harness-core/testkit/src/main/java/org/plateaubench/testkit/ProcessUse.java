// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the resources that this process uses. Stateless; any thread. */
final class ProcessUse {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int COLLECTIONS = 3;

    private ProcessUse() {}

    /**
     * Descriptors that a plugin may have opened.
     *
     * @param sockets open sockets
     * @param files open files, without jars, devices and the files of the platform, and pipes
     */
    record Descriptors(long sockets, long files) {
        private static final String PLATFORM = System.getProperty("java.home", "/");

        /** The descriptors that are open now; empty where the platform does not list them. */
        static Optional<Descriptors> now() {
            try (Stream<Path> listed = Files.list(DESCRIPTORS)) {
                List<String> open = listed.toList().stream()
                        .flatMap(descriptor -> target(descriptor).stream())
                        .toList();
                return Optional.of(new Descriptors(
                        open.stream().filter(name -> name.startsWith("socket:")).count(),
                        open.stream().filter(Descriptors::isFile).count()));
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        /** Jars and devices are opened once, by class loaders and the platform. */
        private static boolean isFile(String name) {
            return name.startsWith("pipe:")
                    || (name.startsWith("/")
                            && !name.startsWith("/dev/")
                            && !name.startsWith(PLATFORM)
                            && !name.endsWith(".jar"));
        }

        private static Optional<String> target(Path descriptor) {
            try {
                return Optional.of(Files.readSymbolicLink(descriptor).toString());
            } catch (IOException e) {
                // The descriptor has been closed meanwhile.
                return Optional.empty();
            }
        }

        Descriptors minus(Descriptors earlier) {
            return new Descriptors(sockets - earlier.sockets, files - earlier.files);
        }

        /** Whether nothing is open that was not open before. */
        boolean isWithin(Descriptors before) {
            return sockets <= before.sockets && files <= before.files;
        }
    }

    /** The approximate number of reachable bytes of the heap. */
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

    /**
     * Number of bytes that all threads except the calling one have allocated so far; -1 if the platform does not count
     * them.
     */
    static long allocatedBytesOfOthers() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                ? threads.getTotalThreadAllocatedBytes() - threads.getCurrentThreadAllocatedBytes()
                : -1;
    }

    /**
     * Processor time of this process without the calling thread, in nanoseconds; -1 if the platform does not count it.
     */
    static long processorNanosOfOthers() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                        - ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
                : -1;
    }
}
