// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.drive.InFlightSampler;
import org.plateaubench.drive.WorkloadRun;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.drive.spec.RunListener;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginCatalog.WorkloadEntry;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.AcknowledgedItems;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.WorkloadSlice;

/** One workload on an agent: its session in the plugin, its users and its recorder. */
final class AgentWorkload {
    private static final Duration OPEN_DEADLINE = Duration.ofMinutes(1);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(10);

    private final WorkloadSlice slice;
    private final DriveSpec spec;
    private final WorkloadSession session;
    private final WorkloadRecorder recorder;
    private final Map<DistinctErrors.Entry, Long> publishedCounts = new HashMap<>();
    private final Set<String> failedGauges = new HashSet<>();
    private @Nullable WorkloadRun run;

    private AgentWorkload(WorkloadSlice slice, DriveSpec spec, WorkloadSession session) {
        this.slice = slice;
        this.spec = spec;
        this.session = session;
        recorder = new WorkloadRecorder(
                slice.tile(),
                slice.workload(),
                WorkloadRun.recordedSeries(slice.definition()),
                slice.definition().measures(),
                slice.steadyBoundaries().size() + 1);
    }

    static AgentWorkload open(
            ToAgent.PlanSlice plan,
            WorkloadSlice slice,
            Map<String, String> files,
            PluginCatalog catalog,
            SecretReferences secrets,
            Map<String, SutAddress> suts,
            Runnable whileWaiting)
            throws AgentFailure, InterruptedException {
        WorkloadEntry entry = catalog.workload(slice.plugin())
                .orElseThrow(() -> new AgentFailure("This agent has no plugin '" + slice.plugin() + "'."));
        DriveSpec spec = spec(plan, slice);
        SutAddress sut = slice.sut() == null ? null : suts.get(slice.sut());
        return new AgentWorkload(
                slice, spec, session(entry.workload(), plan, slice, files, secrets, sut, whileWaiting));
    }

    private static <P extends Record> WorkloadSession session(
            Workload<P> workload,
            ToAgent.PlanSlice plan,
            WorkloadSlice slice,
            Map<String, String> files,
            SecretReferences secrets,
            @Nullable SutAddress sut,
            Runnable whileWaiting)
            throws AgentFailure, InterruptedException {
        Map<String, String> texts = new TreeMap<>();
        slice.files().forEach((name, path) -> texts.put(name, files.getOrDefault(path, "")));
        // PluginCall polls this while it waits. It serves only to send heartbeats; opening is never cancelled.
        BooleanSupplier isCancelled = () -> {
            whileWaiting.run();
            return false;
        };
        try {
            return PluginCall.call("Opening workload " + slice.scope(), workload, OPEN_DEADLINE, isCancelled, () -> {
                P parameters = ParameterBinder.bind(workload.parametersType(), secrets.resolveAll(slice.parameters()))
                        .required();
                return workload.open(new WorkloadContext<>(
                        slice.tile(),
                        slice.workload(),
                        parameters,
                        sut,
                        slice.load().users(),
                        slice.dataSeed(),
                        texts,
                        new WorkloadContext.Run(plan.runId(), plan.phases())));
            });
        } catch (PluginCall.Failure e) {
            throw new AgentFailure(e.describe(), e);
        }
    }

    private static DriveSpec spec(ToAgent.PlanSlice plan, WorkloadSlice slice) {
        return new DriveSpec(
                slice.tile(),
                slice.workload(),
                slice.definition(),
                slice.load(),
                slice.pacing(),
                slice.execution(),
                plan.phases(),
                slice.steadyBoundaries(),
                plan.seed(),
                slice.share(),
                slice.ramp());
    }

    Map<String, String> versions() throws AgentFailure {
        try {
            return PluginCall.query("Asking workload " + scope() + " for versions", session, session::versions);
        } catch (PluginCall.Failure e) {
            throw new AgentFailure(e.describe(), e);
        }
    }

    String scope() {
        return slice.scope();
    }

    /** Creates the users, which start at time 0 of the run's clock. */
    void start(NanoClock runClock, PhaseTimeline timeline, RunListener listener, InFlightSampler sampler)
            throws AgentFailure {
        Thread starting = Thread.currentThread();
        ClassLoader original = starting.getContextClassLoader();
        // Every thread that will run the plugin's code is started from here and inherits the context class loader.
        starting.setContextClassLoader(session.getClass().getClassLoader());
        try {
            WorkloadRun started = new WorkloadRun(spec, session, recorder, runClock, timeline, listener);
            run = started;
            started.start();
            sampler.add(started);
        } catch (RuntimeException e) {
            throw new AgentFailure("Workload " + scope() + " cannot be driven: " + PluginCall.describe(e), e);
        } finally {
            starting.setContextClassLoader(original);
        }
    }

    /** Waits until every user has ended. Returns false if the given instant comes first. */
    boolean awaitEnd(long runClockNanos) throws InterruptedException {
        return run == null || run.awaitEnd(runClockNanos);
    }

    WorkloadInterval drain() {
        return run == null ? recorder.drain(new WorkloadInterval.Levels(0, 0, 0, 0)) : run.drain();
    }

    /** The distinct errors that are new or whose count has grown since the last call. */
    List<DistinctErrors.Entry> changedErrors() {
        return recorder.errors().entries().stream()
                .filter(error -> {
                    Long earlier = publishedCounts.put(withoutCount(error), error.count());
                    return earlier == null || earlier != error.count();
                })
                .toList();
    }

    Map<String, AcknowledgedItems.Collected> acknowledged() {
        return recorder.acknowledged().collected();
    }

    private static DistinctErrors.Entry withoutCount(DistinctErrors.Entry error) {
        return new DistinctErrors.Entry(error.operation(), error.errorClass(), error.message(), 0, 0, 0);
    }

    /** The gauges that have failed since the last call, by name, with the cause of each failure. */
    Map<String, String> newGaugeFailures() {
        Map<String, String> newFailures = new HashMap<>(recorder.gaugeFailures());
        newFailures.keySet().removeAll(failedGauges);
        failedGauges.addAll(newFailures.keySet());
        return newFailures;
    }

    void closeUsers() {
        if (run != null) {
            run.close();
        }
    }

    void closeSession() throws PluginCall.Failure, InterruptedException {
        PluginCall.run("Closing workload " + scope(), session, CLOSE_DEADLINE, session::close);
    }
}
