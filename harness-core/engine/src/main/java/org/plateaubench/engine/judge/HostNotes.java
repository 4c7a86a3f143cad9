// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.Bounds;
import org.plateaubench.engine.judge.audit.HostAudits;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.HostResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.SourceResult;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.ImportedTelemetry;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostTelemetry;

/** Other programs that used the client host's CPU, and hosts whose telemetry is missing or incomplete. */
public final class HostNotes {
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
                .map(hole -> String.format(Locale.ROOT, "from %.1f to %.1f s", hole.fromSeconds(), hole.toSeconds()))
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

    /** Notes on other programs of the agent's host within a steady window; empty without a window. */
    public static List<Judgement.Note> of(StoredRun run, @Nullable Window window) {
        List<Judgement.Note> notes = new ArrayList<>();
        if (window == null) {
            return notes;
        }
        HostAudits.meanPercent(run.telemetry(), window, HostCpuMeter.OTHERS).ifPresent(percent -> {
            if (percent >= Bounds.OTHERS_PERCENT) {
                notes.add(new Judgement.Note(
                        HostCpuMeter.SOURCE,
                        "Other programs used " + Figures.text(percent, "%")
                                + " of the CPU of the agent's host during the steady state. They take CPU time from the"
                                + " agent, so response times may include waits that the SUT did not cause. Stop them,"
                                + " or run the agent on a separate host."
                                + " (A SUT on this host that Plateau did not start counts as another program.)"));
            }
        });
        return notes;
    }
}
