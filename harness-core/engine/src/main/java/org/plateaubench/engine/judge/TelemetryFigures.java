// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.ClockError;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.HostResult;
import org.plateaubench.engine.judge.result.HostResult.SourceResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails.HostObserved;
import org.plateaubench.engine.run.event.EventDetails.SourceRead;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.ImportedTelemetry;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;

/**
 * Computes the figures of hosts and of other sources from telemetry, for the steady window, periods and steps. Pure
 * functions.
 */
public final class TelemetryFigures {
    private TelemetryFigures() {}

    /** Each host that was observed, or should have been; empty without a steady phase. */
    public static List<HostResult> hosts(StoredRun run, RunPlan plan, @Nullable Window steady) {
        List<HostResult> results = new ArrayList<>();
        if (steady != null) {
            Map<String, RunEvent> observed = new TreeMap<>();
            run.events()
                    .forEach(event -> event.as(HostObserved.class).ifPresent(host -> observed.put(host.host(), event)));
            Map<String, List<TelemetrySample>> samples = new TreeMap<>();
            observed.keySet().forEach(host -> samples.put(HostTelemetry.SOURCE + host, new ArrayList<>()));
            for (TelemetrySample sample : run.telemetry()) {
                if (sample.source().startsWith(HostTelemetry.SOURCE) && Double.isFinite(sample.value())) {
                    samples.computeIfAbsent(sample.source(), source -> new ArrayList<>())
                            .add(sample);
                }
            }
            samples.forEach((source, some) -> {
                String host = source.substring(HostTelemetry.SOURCE.length());
                results.add(host(run, host, observed.get(host), SampledWindows.of(plan, some, steady)));
            });
        }
        return results;
    }

    private static HostResult host(StoredRun run, String host, @Nullable RunEvent observed, SampledWindows sampled) {
        String agent = observed == null ? "" : Scope.agentOf(observed.scope());
        return new HostResult(
                host,
                agent,
                observed != null
                        && observed.as(HostObserved.class)
                                .map(HostObserved::drivesLoad)
                                .orElse(false),
                agent.isEmpty() ? null : clockErrorMs(run, agent),
                sampled.stretches().getFirst().series().stream()
                        .filter(one -> one.name().equals(HostTelemetry.COST))
                        .map(HostResult.Series::mean)
                        .findFirst()
                        .orElse(null),
                sampled.firstSeconds(),
                sampled.lastSeconds(),
                sampled.holes(),
                sampled.stretches());
    }

    /** Without readings it is 0 for an agent on the controller's host, which reads the same clock, else unknown. */
    private static @Nullable Double clockErrorMs(StoredRun run, String agent) {
        OptionalDouble error = ClockError.greatestMillis(run.telemetry(), ClockTelemetry.source(agent)::equals);
        if (error.isPresent()) {
            return Figures.rounded(error.getAsDouble());
        }
        return RigSpec.isLocal(agent) ? Double.valueOf(0) : null;
    }

    /** Each other source that should have been read or was imported; empty without a steady phase. */
    public static List<SourceResult> sources(StoredRun run, RunPlan plan, @Nullable Window steady) {
        List<SourceResult> results = new ArrayList<>();
        if (steady != null) {
            Map<String, String> kinds = new TreeMap<>();
            run.events()
                    .forEach(event ->
                            event.as(SourceRead.class).ifPresent(read -> kinds.put(event.scope(), read.kind())));
            Map<String, List<TelemetrySample>> samples = new TreeMap<>();
            kinds.keySet().forEach(source -> samples.put(source, new ArrayList<>()));
            for (TelemetrySample sample : run.telemetry()) {
                List<TelemetrySample> some = samples.get(sample.source());
                if (some != null
                        && Double.isFinite(sample.value())
                        && !sample.unit().equals(MeasureDefinition.EVENT_UNIT)
                        && !sample.isOfSutProcesses()) {
                    some.add(sample);
                }
            }
            samples.forEach((source, some) -> {
                SampledWindows sampled = SampledWindows.of(plan, some, steady);
                results.add(new SourceResult(
                        source,
                        kinds.getOrDefault(source, ""),
                        sampled.intervalSeconds(),
                        sampled.firstSeconds(),
                        sampled.lastSeconds(),
                        sampled.holes(),
                        sampled.stretches()));
            });
        }
        return results;
    }

    /** Other programs that used the client host's CPU, and hosts whose telemetry is missing or incomplete. */
    static final class HostNotes {
        private HostNotes() {}

        public static List<Judgement.Note> ofTelemetry(StoredRun run, List<HostResult> hosts) {
            List<Judgement.Note> notes = new ArrayList<>();
            run.events().stream()
                    .filter(event -> event.is(EventType.OBSERVER_LOST))
                    .forEach(event -> notes.add(new Judgement.Note(
                            event.scope(), event.message() + " From then on there is no telemetry of its host.")));
            for (HostResult host : hosts) {
                String source = HostTelemetry.SOURCE + host.host();
                ofSamples("this host", host.firstSampleSeconds(), host.lastSampleSeconds(), host.holes())
                        .ifPresent(message -> notes.add(new Judgement.Note(source, message)));
            }
            return notes;
        }

        public static List<Judgement.Note> ofSources(StoredRun run, List<SourceResult> sources) {
            List<Judgement.Note> notes = new ArrayList<>();
            run.events().stream()
                    .filter(event -> event.is(EventType.SOURCE_READ))
                    .filter(event -> event.scope().startsWith(ImportedTelemetry.SOURCE))
                    .forEach(event -> notes.add(new Judgement.Note(event.scope(), event.message())));
            for (SourceResult source : sources) {
                ofSamples("this source", source.firstSampleSeconds(), source.lastSampleSeconds(), source.holes())
                        .ifPresent(message -> notes.add(new Judgement.Note(source.source(), message)));
            }
            return notes;
        }

        private static Optional<String> ofSamples(
                String what, @Nullable Double first, @Nullable Double last, List<HostResult.Hole> holes) {
            if (first == null || last == null) {
                return Optional.of("No telemetry of " + what + " has arrived.");
            }
            if (holes.isEmpty()) {
                return Optional.empty();
            }
            String times = holes.stream()
                    .map(gap -> String.format(Locale.ROOT, "from %.1f to %.1f s", gap.fromSeconds(), gap.toSeconds()))
                    .collect(Collectors.joining(", "));
            return Optional.of(String.format(
                    Locale.ROOT,
                    "Telemetry of %s, from its first sample at %.1f s to its last at %.1f s of the run,"
                            + " has no sample in the steady state %s; its figures describe the rest of the time.",
                    what,
                    first,
                    last,
                    times));
        }
    }
}
