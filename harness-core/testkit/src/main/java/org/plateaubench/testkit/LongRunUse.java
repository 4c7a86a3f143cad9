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
 * The growth of the heap in the last two thirds of a long run, after its warm-up. The smaller value of both thirds
 * counts: a leak grows in each, whereas longer times enlarge a histogram of the harness only once.
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
        LongRunUse second = part(run, operations / PARTS, longest.dividedBy(PARTS));
        LongRunUse third = part(run, operations / PARTS, longest.dividedBy(PARTS));
        return new LongRunUse(
                Math.min(second.operations, third.operations), Math.min(second.heapGrowth, third.heapGrowth));
    }

    private static LongRunUse part(ContractRun run, long operations, Duration longest) throws InterruptedException {
        long before = run.endedOperations();
        long heap = reachableBytes();
        run.awaitEnded(before + operations, longest);
        return new LongRunUse(run.endedOperations() - before, reachableBytes() - heap);
    }

    private static long reachableBytes() {
        long smallest = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            smallest = Math.min(smallest, used);
        }
        return smallest;
    }
}
