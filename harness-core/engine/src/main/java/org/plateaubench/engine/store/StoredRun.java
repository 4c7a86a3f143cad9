// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.wire.IntervalBytes.Detail;
import org.plateaubench.wire.TelemetrySample;

/**
 * A stored run. Immutable; the measurements are read from the folder on request, because the measurements of a large
 * run take gigabytes. A run without a {@code run-ended} event did not reach its end.
 *
 * @param entries intervals without workloads, by start and agent; a late one replaces the one recorded as missing
 * @param sealed whether a manifest protects the files; a run that is judged for the first time has none
 * @param closed whether a result was written, so that there should be a manifest
 */
public record StoredRun(
        Path folder,
        String runId,
        Map<String, Object> plan,
        Map<String, Object> environment,
        List<IntervalFile.Entry> entries,
        List<RunEvent> events,
        List<ErrorRecord> errors,
        List<TelemetrySample> telemetry,
        List<String> damage,
        boolean sealed,
        boolean closed) {
    /** The intervals without their workloads, by start and agent. */
    public List<StoredInterval> intervals() {
        return entries.stream().map(IntervalFile.Entry::header).toList();
    }

    public void forEachInterval(Consumer<StoredInterval> intervals) {
        forEachInterval(workload -> true, Detail.COMPLETE, intervals);
    }

    /** Forwards all intervals by start and agent, with the workloads whose name is selected. */
    public void forEachInterval(Predicate<String> workloads, Detail detail, Consumer<StoredInterval> intervals) {
        try {
            // Broken records were reported when the run was read.
            new IntervalFile(StoredFile.INTERVALS.in(folder)).read(entries, workloads, detail, intervals, broken -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Forwards all intervals on a thread per processor; all tiles of a workload are forwarded on the same thread. */
    public void forEachIntervalInParallel(
            Collection<String> workloads, Detail detail, Consumer<StoredInterval> intervals) {
        int parts = Math.min(Runtime.getRuntime().availableProcessors(), workloads.size());
        List<Set<String>> names = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            names.add(new HashSet<>());
        }
        int next = 0;
        for (String workload : workloads) {
            names.get(next++ % parts).add(workload);
        }
        IntStream.range(0, parts)
                .parallel()
                .forEach(part -> forEachInterval(names.get(part)::contains, detail, intervals));
    }
}
