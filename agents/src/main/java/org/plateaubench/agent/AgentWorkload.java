// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.drive.DriveSpec;
import org.plateaubench.drive.RunListener;
import org.plateaubench.drive.WorkloadRun;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.loader.WorkloadEntry;
import org.plateaubench.measure.DistinctErrors;
import org.plateaubench.measure.PhaseTimeline;
import org.plateaubench.measure.WorkloadInterval;
import org.plateaubench.measure.WorkloadRecorder;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.WorkloadSlice;

/** One workload in this agent, from its opening to its end. One thread at a time. */
final class AgentWorkload {
    private static final Duration OPEN_DEADLINE = Duration.ofMinutes(1);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(10);

    private final WorkloadSlice slice;
    private final DriveSpec spec;
    private final WorkloadSession session;
    private final WorkloadRecorder recorder;
    private final Map<DistinctErrors.Entry, Long> published = new HashMap<>();
    private @Nullable WorkloadRun run;

    private AgentWorkload(WorkloadSlice slice, DriveSpec spec, WorkloadSession session) {
        this.slice = slice;
        this.spec = spec;
        this.session = session;
        recorder = new WorkloadRecorder(
                slice.tile(),
                slice.workload(),
                WorkloadRun.lines(slice.definition()),
                slice.definition().measures(),
                slice.steadyEdges().size() + 1);
    }

    /**
     * Binds the parameters and opens the workload.
     *
     * @throws AgentFailure with a sentence when the plugin is not here, or does not open
     */
    static AgentWorkload open(
            ToAgent.PlanSlice plan,
            WorkloadSlice slice,
            PluginCatalog catalog,
            SecretReferences secrets,
            Map<String, SutAddress> suts)
            throws AgentFailure, InterruptedException {
        WorkloadEntry entry = catalog.workload(slice.plugin())
                .orElseThrow(() -> new AgentFailure("This agent has no plugin '" + slice.plugin() + "'."));
        DriveSpec spec = spec(plan, slice);
        SutAddress sut = slice.sut() == null ? null : suts.get(slice.sut());
        return new AgentWorkload(slice, spec, session(entry.workload(), slice, secrets, sut));
    }

    private static <P extends Record> WorkloadSession session(
            Workload<P> workload, WorkloadSlice slice, SecretReferences secrets, @Nullable SutAddress sut)
            throws AgentFailure, InterruptedException {
        try {
            return opened(workload, slice, secrets, sut);
        } catch (PluginCall.Failure e) {
            throw new AgentFailure(e.sentence(), e);
        }
    }

    private static <P extends Record> WorkloadSession opened(
            Workload<P> workload, WorkloadSlice slice, SecretReferences secrets, @Nullable SutAddress sut)
            throws PluginCall.Failure, InterruptedException {
        return PluginCall.call("Opening workload " + slice.scope(), workload, OPEN_DEADLINE, () -> false, () -> {
            P parameters = ParameterBinder.bind(workload.parametersType(), secrets.resolveAll(slice.parameters()))
                    .required();
            return workload.open(new WorkloadContext<>(
                    slice.tile(),
                    slice.workload(),
                    parameters,
                    sut,
                    slice.load().users(),
                    slice.dataSeed()));
        });
    }

    private static DriveSpec spec(ToAgent.PlanSlice plan, WorkloadSlice slice) {
        WorkloadSlice.Share share = slice.share();
        return new DriveSpec(
                slice.tile(),
                slice.workload(),
                slice.definition(),
                slice.load(),
                slice.pacing(),
                slice.execution(),
                plan.phases(),
                slice.steadyEdges(),
                plan.seed(),
                new DriveSpec.Share(
                        share.firstUser(), share.users(), share.firstLane(), share.lanes(), share.queueBound()));
    }

    String scope() {
        return slice.scope();
    }

    /** Makes the users; they begin at instant 0 of the run's clock. */
    void start(NanoClock runClock, PhaseTimeline timeline, RunListener listener) throws AgentFailure {
        try {
            WorkloadRun started = new WorkloadRun(spec, session, recorder, runClock, timeline, listener);
            run = started;
            started.start();
        } catch (RuntimeException e) {
            throw new AgentFailure("Workload " + scope() + " cannot be driven: " + PluginCall.sentence(e), e);
        }
    }

    /** Waits until every user has ended; false when the instant comes first. */
    boolean awaitEnd(long runClockNanos) throws InterruptedException {
        return run == null || run.awaitEnd(runClockNanos);
    }

    /** What was measured since the last call. */
    WorkloadInterval drain() {
        return recorder.drain(run == null ? new WorkloadInterval.Levels(0, 0, 0, 0) : run.levels());
    }

    /** The distinct errors that have come or grown since the last call. */
    List<DistinctErrors.Entry> changedErrors() {
        return recorder.errors().entries().stream()
                .filter(error -> {
                    Long before = published.put(withoutCount(error), error.count());
                    return before == null || before != error.count();
                })
                .toList();
    }

    private static DistinctErrors.Entry withoutCount(DistinctErrors.Entry error) {
        return new DistinctErrors.Entry(error.operation(), error.errorClass(), error.message(), 0, 0, 0);
    }

    /** Closes the drivers, so that no user records any more. */
    void closeUsers() {
        if (run != null) {
            run.close();
        }
    }

    /** Closes what the plugin opened. */
    void closeSession() throws PluginCall.Failure, InterruptedException {
        PluginCall.run("Closing workload " + scope(), session, CLOSE_DEADLINE, session::close);
    }
}
