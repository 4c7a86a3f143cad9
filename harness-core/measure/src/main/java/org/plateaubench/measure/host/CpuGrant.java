// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** What CPU this process may use, and when its control groups did not let it. One thread. */
public final class CpuGrant {
    private final ControlGroup groups;
    private final int processors;
    private final double quotaCores;
    private final boolean known;

    /** Files by their path below the root, and the processors that the process may run on. */
    CpuGrant(Function<String, Optional<String>> files, int processors) {
        this.groups = new ControlGroup(files);
        this.processors = processors;
        Double quota = groups.quotaCores();
        known = quota != null;
        quotaCores = quota == null ? Double.POSITIVE_INFINITY : quota;
    }

    /** The grant of this process. */
    public static CpuGrant ofThisProcess() {
        return new CpuGrant(
                path -> HostFiles.read(Path.of("/").resolve(path)),
                Runtime.getRuntime().availableProcessors());
    }

    /** Cores: the processors of its affinity, or the quota where that is less. */
    public double cores() {
        return Math.min(processors, quotaCores);
    }

    /**
     * For how long the group that was held back most has been so since it began, growing; 0 without a quota, negative when
     * the system does not tell. The kernel counts it once for each processor that was held back.
     */
    public long throttledNanos() {
        Long throttled = groups.throttledNanos();
        if (throttled != null) {
            return throttled;
        }
        return known && quotaCores == Double.POSITIVE_INFINITY ? 0 : -1;
    }
}
