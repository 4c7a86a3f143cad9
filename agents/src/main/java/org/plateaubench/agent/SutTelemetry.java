// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginOrigin;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.host.CpuMeter;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.measure.host.ProcessTelemetry;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.ToController.AgentEvent;

/**
 * Samples once per interval: this host, if this agent is responsible for it; the CPU time of the SUTs' processes on it,
 * with all descendants; and the sources of plugins. Each plugin source has its own thread, so that a source that blocks
 * does not delay the others.
 */
final class SutTelemetry {
    private static final Duration OPEN_DEADLINE = Duration.ofSeconds(10);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);
    private static final Duration JOIN_DEADLINE = Duration.ofSeconds(2);

    private final NanoClock runClock;
    private final long intervalNanos;
    private final EventQueue events;
    private final Outbox outbox;
    private final List<Sampling> threads = new ArrayList<>();
    private final List<OpenSource> sources = new ArrayList<>();
    private volatile boolean isEnding;

    private record Sampling(Thread thread, String scope, String inPlugin) {}

    private record OpenSource(String sut, TelemetrySource source) {}

    SutTelemetry(NanoClock runClock, long intervalNanos, EventQueue events, Outbox outbox) {
        this.runClock = runClock;
        this.intervalNanos = intervalNanos;
        this.events = events;
        this.outbox = outbox;
    }

    void start(
            PluginCatalog catalog, Map<String, SutAddress> suts, Sources sampledHere, Map<String, List<Long>> processes)
            throws InterruptedException {
        processes.forEach((sut, processIds) -> {
            CpuMeter meter = new CpuMeter(runClock, processIds);
            startThread("sut/" + sut, meter, () -> cpuSample(meter));
        });
        for (Map.Entry<String, SutAddress> sut : suts.entrySet()) {
            for (TelemetrySourceType type :
                    catalog.telemetrySources(sut.getValue().service())) {
                open(sut.getKey(), type, sut.getValue(), sampledHere);
            }
        }
    }

    /** Starts sampling this host and named programs on it, on one thread, so that their cost is reported together. */
    void observe(ProcessTelemetry named, @Nullable HostTelemetry host) {
        startThread(HostTelemetry.SOURCE + RunningHost.nameOr(Message.NO_HOST_NAME), this, () -> {
            List<TelemetrySource.Sample> samples = new ArrayList<>(named.sample());
            if (host != null) {
                samples.addAll(host.sample());
            }
            return samples;
        });
    }

    /** The CPU use as a share of all cores of this host; empty when all processes have ended. */
    private static List<TelemetrySource.Sample> cpuSample(CpuMeter meter) {
        double share = meter.takeShare();
        return share >= 0 ? List.of(new TelemetrySource.Sample("cpu", share, "share", false)) : List.of();
    }

    /** The sources that an agent samples: those that name it and, on one agent of a run, those that name none. */
    record Sources(String agent, boolean includesUnnamed) {
        boolean has(String named) {
            return named.isEmpty() ? includesUnnamed : named.equals(agent);
        }
    }

    private void open(String sut, TelemetrySourceType type, SutAddress address, Sources sampledHere)
            throws InterruptedException {
        // Every agent that drives load reads the settings and notes failures: it does not know whether it is named.
        try {
            String agent = PluginCall.query("Asking which agent samples sut/" + sut, type, () -> type.agent(address));
            if (!sampledHere.has(agent)) {
                return;
            }
            TelemetrySource source = PluginCall.call(
                    "Opening the telemetry of sut/" + sut, type, OPEN_DEADLINE, () -> false, () -> type.open(address));
            sources.add(new OpenSource(sut, source));
            startThread(
                    "sut/" + sut,
                    source,
                    () -> Objects.requireNonNull(source.sample(), "the plugin returned no samples"));
        } catch (PluginCall.Failure e) {
            note("sut/" + sut, e.describe());
        }
    }

    /** Converts samples to instants of the run's clock, the oldest first; samples from before the run are left out. */
    private static List<TelemetrySample> onRunClock(long runNanos, String scope, List<TelemetrySource.Sample> samples) {
        Duration sinceStart = Duration.ofNanos(runNanos);
        return samples.stream()
                .filter(sample -> Double.isFinite(sample.value()))
                .filter(sample -> sample.age().compareTo(sinceStart) <= 0)
                .sorted(Comparator.comparing(TelemetrySource.Sample::age).reversed())
                .map(sample -> new TelemetrySample(
                        runNanos - sample.age().toNanos(),
                        scope,
                        sample.series(),
                        sample.value(),
                        sample.unit(),
                        sample.cumulative()))
                .toList();
    }

    private void startThread(String scope, Object source, Callable<List<TelemetrySource.Sample>> sampler) {
        String inPlugin = PluginOrigin.of(source).map(id -> " in plugin " + id).orElse("");
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name("plateau-telemetry")
                .unstarted(runClock.participating(() -> sampleUntilEnd(scope, inPlugin, sampler)));
        thread.setContextClassLoader(source.getClass().getClassLoader());
        threads.add(new Sampling(thread, scope, inPlugin));
        thread.start();
    }

    private void sampleUntilEnd(String scope, String inPlugin, Callable<List<TelemetrySource.Sample>> sampler) {
        boolean isReported = false;
        Set<String> omitted = new HashSet<>();
        try {
            for (long next = intervalNanos; !isEnding; next = Math.max(next + intervalNanos, runClock.nanoTime())) {
                runClock.parkUntil(next);
                try {
                    List<TelemetrySource.Sample> samples = sampler.call();
                    seriesWithoutNumber(samples, omitted)
                            .ifPresent(names -> note(
                                    scope,
                                    "Telemetry" + inPlugin + " has no number for " + names
                                            + "; its values are omitted."));
                    // The time of the answer is used, because a server that delays it continues to count in the
                    // meantime.
                    List<TelemetrySample> stamped = onRunClock(runClock.nanoTime(), scope, samples);
                    if (!stamped.isEmpty()) {
                        outbox.post(new ToController.Telemetry(stamped));
                    }
                } catch (InterruptedException e) {
                    throw e;
                } catch (Exception | Error e) {
                    // A failure of plugin code loses only its samples.
                    if (!isReported) {
                        note(scope, "Telemetry failed" + inPlugin + ": " + PluginCall.describe(e));
                        isReported = true;
                    }
                }
            }
        } catch (InterruptedException e) {
            // The run has ended.
            Thread.currentThread().interrupt();
        }
    }

    /** The series without a number that were not named before; empty if there are none. */
    private static Optional<String> seriesWithoutNumber(List<TelemetrySource.Sample> samples, Set<String> known) {
        List<String> names = samples.stream()
                .filter(sample -> !Double.isFinite(sample.value()))
                .map(TelemetrySource.Sample::series)
                .filter(known::add)
                .toList();
        return names.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", names));
    }

    private void note(String scope, String message) {
        events.add(new AgentEvent(AgentEvent.Kind.FAULT, runClock.nanoTime(), scope, message));
    }

    /** Ends the threads and closes the sources, each within a bounded time. */
    void close() throws InterruptedException {
        isEnding = true;
        threads.forEach(sampling -> sampling.thread().interrupt());
        for (Sampling sampling : threads) {
            if (!sampling.thread().join(JOIN_DEADLINE)) {
                note(
                        sampling.scope(),
                        "Telemetry" + sampling.inPlugin()
                                + " did not return from a sample; give its waits a time limit.");
            }
        }
        for (OpenSource open : sources) {
            try {
                PluginCall.run(
                        "Closing the telemetry of sut/" + open.sut(),
                        open.source(),
                        CLOSE_DEADLINE,
                        open.source()::close);
            } catch (PluginCall.Failure e) {
                note("sut/" + open.sut(), e.describe());
            }
        }
    }
}
