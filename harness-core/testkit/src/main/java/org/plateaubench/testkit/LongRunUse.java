// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * The heap that a long run used in the last two thirds of its operations or of its time, after its warm-up. Of both the
 * smaller values count: a leak grows in each, whereas a histogram of the harness is enlarged by longer times once.
 *
 * @param operations number of operations of such a third
 * @param heapGrowth growth of the reachable heap in such a third, in bytes
 */
record LongRunUse(long operations, long heapGrowth) {
    private static final int COLLECTIONS = 3;
    private static final int PARTS = 3;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** Number of open sockets of this process; negative where the platform does not list them. */
    static long openSockets() throws IOException {
        // The platform opens a separate socket with the first one.
        SocketChannel.open().close();
        if (!Files.isDirectory(DESCRIPTORS)) {
            return -1;
        }
        try (Stream<Path> listed = Files.list(DESCRIPTORS)) {
            return listed.filter(LongRunUse::isSocket).count();
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException e) {
            // The descriptor has been closed meanwhile.
            return false;
        }
    }

    /**
     * Observes a run that has begun.
     *
     * @param operations number of operations after which the observation ends
     * @param longest time after which it ends even with fewer operations
     */
    static LongRunUse of(ContractRun run, long operations, Duration longest) throws InterruptedException {
        part(run, operations / PARTS, longest.dividedBy(PARTS));
        LongRunUse one = part(run, operations / PARTS, longest.dividedBy(PARTS));
        LongRunUse other = part(run, operations / PARTS, longest.dividedBy(PARTS));
        return new LongRunUse(Math.min(one.operations, other.operations), Math.min(one.heapGrowth, other.heapGrowth));
    }

    private static LongRunUse part(ContractRun run, long operations, Duration longest) throws InterruptedException {
        long before = run.ended();
        long heap = reachableBytes();
        run.awaitEnded(before + operations, longest);
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
}
