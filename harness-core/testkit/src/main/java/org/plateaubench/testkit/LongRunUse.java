// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The resources that a long run used after its warm-up, in the second half of its operations or of its time. By then it
 * has allocated the memory that the workload keeps permanently, and its code is compiled.
 *
 * @param operations number of operations of that half
 * @param heapGrowth growth of the reachable heap in that half, in bytes
 */
record LongRunUse(long operations, long heapGrowth) {
    private static final int COLLECTIONS = 3;

    /**
     * Descriptors that a plugin may have opened.
     *
     * @param sockets open sockets
     * @param files open files, without jars, devices and the files of the platform, and pipes
     */
    record Descriptors(long sockets, long files) {
        static final Descriptors NONE = new Descriptors(0, 0);

        private static final Path FOLDER = Path.of("/proc/self/fd");
        private static final String PLATFORM = System.getProperty("java.home", "/");

        static boolean areListed() {
            return Files.isDirectory(FOLDER);
        }

        /** The descriptors that are open now; none where the platform does not list them. */
        static Descriptors now() {
            try (Stream<Path> listed = Files.list(FOLDER)) {
                // The platform keeps a socket of its own from the first one on.
                SocketChannel.open().close();
                List<String> open = listed.map(Descriptors::target).toList();
                return new Descriptors(
                        open.stream().filter(name -> name.startsWith("socket:")).count(),
                        open.stream().filter(Descriptors::isFile).count());
            } catch (IOException e) {
                return NONE;
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

        private static String target(Path descriptor) {
            try {
                return Files.readSymbolicLink(descriptor).toString();
            } catch (IOException e) {
                // The descriptor has been closed meanwhile.
                return "";
            }
        }

        Descriptors minus(Descriptors earlier) {
            return new Descriptors(sockets - earlier.sockets, files - earlier.files);
        }
    }

    /**
     * Observes a run that has begun.
     *
     * @param operations number of operations after which the observation ends
     * @param longest time after which it ends even with fewer operations
     */
    static LongRunUse of(ContractRun run, long operations, Duration longest) throws InterruptedException {
        Duration half = longest.dividedBy(2);
        run.awaitEnded(operations / 2, half);
        long before = run.ended();
        long heap = reachableBytes();
        run.awaitEnded(before + operations / 2, half);
        return new LongRunUse(run.ended() - before, reachableBytes() - heap);
    }

    private static long reachableBytes() {
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
     * Combines this result with a second observation of the same run: a leak continues to grow, whereas a histogram of
     * the harness that was enlarged by longer times does not.
     *
     * @param later second observation; it is ignored if fewer than half as many operations ended in it
     */
    LongRunUse confirmedBy(LongRunUse later) {
        if (later.operations < operations / 2 || later.operations == 0) {
            return this;
        }
        long grown = Math.round((double) later.heapGrowth / later.operations * operations);
        return new LongRunUse(operations, Math.min(heapGrowth, grown));
    }
}
