// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.ClockError;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.HostResult;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails.HostObserved;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;

/**
 * Computes the figures of hosts from the telemetry of agents, for the steady window, periods and steps. A sample
 * represents the time since the previous sample; a sample at the end of a hole would also represent the hole, and is
 * excluded. Not thread-safe.
 */
public final class HostFigures {

    private final StoredRun run;
    private final RunPlan plan;
    private final @Nullable Window window;
    private final long holeNanos;

    public HostFigures(StoredRun run, RunPlan plan, @Nullable Window window) {
        this.run = run;
        this.plan = plan;
        this.window = window;
        holeNanos = Math.round(SampledStretches.HOLE_INTERVALS * plan.interval().toNanos());
    }

    /** A result for each host that was observed, or should have been; empty without a steady phase. */
    public List<HostResult> results() {
        Window steady = window;
        if (steady == null) {
            return List.of();
        }
        Map<String, List<TelemetrySample>> bySource = new TreeMap<>();
        Map<String, Observer> observed = observed();
        observed.keySet().forEach(host -> bySource.put(HostTelemetry.SOURCE + host, new ArrayList<>()));
        for (TelemetrySample point : run.telemetry()) {
            if (point.source().startsWith(HostTelemetry.SOURCE) && Double.isFinite(point.value())) {
                bySource.computeIfAbsent(point.source(), source -> new ArrayList<>())
                        .add(point);
            }
        }
        List<HostResult> results = new ArrayList<>();
        bySource.forEach((source, points) -> {
            String host = source.substring(HostTelemetry.SOURCE.length());
            results.add(result(host, observed.get(host), points, steady));
        });
        return results;
    }

    private record Observer(String agent, boolean drivesLoad) {}

    private Map<String, Observer> observed() {
        Map<String, Observer> observed = new TreeMap<>();
        for (RunEvent event : run.events()) {
            event.as(HostObserved.class)
                    .ifPresent(host ->
                            observed.put(host.host(), new Observer(Scope.agentOf(event.scope()), host.drivesLoad())));
        }
        return observed;
    }

    private HostResult result(String host, @Nullable Observer by, List<TelemetrySample> points, Window steady) {
        TreeSet<Long> instants = new TreeSet<>();
        points.forEach(point -> instants.add(point.runNanos()));
        Map<String, SampledStretches.Line> lines = lines(points, instants);
        String agent = by == null ? "" : by.agent();
        List<HostResult.Stretch> stretches = SampledStretches.of(plan, lines, steady);
        return new HostResult(
                host,
                agent,
                by != null && by.drivesLoad(),
                agent.isEmpty() ? null : clockErrorMs(agent),
                stretches.getFirst().series().stream()
                        .filter(one -> one.name().equals(HostTelemetry.COST))
                        .map(HostResult.Series::mean)
                        .findFirst()
                        .orElse(null),
                instants.isEmpty() ? null : Double.valueOf(Figures.seconds(instants.first())),
                instants.isEmpty() ? null : Double.valueOf(Figures.seconds(instants.last())),
                SampledStretches.holes(instants, steady, holeNanos),
                stretches);
    }

    private Map<String, SampledStretches.Line> lines(List<TelemetrySample> points, NavigableSet<Long> instants) {
        Map<String, SampledStretches.Line> lines = new TreeMap<>();
        Map<String, TelemetrySample> before = new TreeMap<>();
        for (TelemetrySample point : points) {
            Long last = instants.lower(point.runNanos());
            TelemetrySample previous = before.put(point.series(), point);
            if (last == null || point.runNanos() - last > holeNanos) {
                continue;
            }
            lines.computeIfAbsent(point.series(), name -> SampledStretches.Line.of(point))
                    .add(point, previous, last);
        }
        return lines;
    }

    /**
     * The greatest sum of departure and error bound of any reading, in milliseconds. Without readings it is 0 for an
     * agent on the controller's host, which reads the same clock, and unknown for any other agent.
     */
    private @Nullable Double clockErrorMs(String agent) {
        OptionalDouble error = ClockError.greatestMillis(run.telemetry(), ClockTelemetry.source(agent)::equals);
        if (error.isPresent()) {
            return Figures.rounded(error.getAsDouble());
        }
        return RigSpec.isLocal(agent) ? Double.valueOf(0) : null;
    }
}
