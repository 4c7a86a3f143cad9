// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** CPU time of the live processes of a tree, for platforms that report no more than this. Not thread-safe. */
final class HandleTreeCpu implements LongSupplier {
    private final List<ProcessHandle> roots;

    HandleTreeCpu(List<Long> processIds) {
        roots = processIds.stream()
                .map(ProcessHandle::of)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Nanoseconds, negative when they are not known for any root. */
    @Override
    public long getAsLong() {
        Set<ProcessHandle> tree = new HashSet<>();
        boolean known = false;
        for (ProcessHandle root : roots) {
            known |= root.info().totalCpuDuration().isPresent();
            tree.add(root);
            root.descendants().forEach(tree::add);
        }
        long nanos = 0;
        for (ProcessHandle process : tree) {
            nanos += process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
        }
        return known ? nanos : -1;
    }
}
