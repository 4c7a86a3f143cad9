// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.sut;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** Reads each source of telemetry once and reports the result; a run can begin without any of them. */
public final class TelemetryCheck {
    private static final int SHOWN = 8;

    private final RunSetup setup;
    private final RunLog log;

    public TelemetryCheck(RunSetup setup, RunLog log) {
        this.setup = setup;
        this.log = log;
    }

    public void report(List<RunSuts.Started> suts) throws InterruptedException {
        for (RunSuts.Started sut : suts) {
            for (TelemetrySourceType type :
                    setup.catalog().telemetrySources(sut.address().service())) {
                log.event(EventType.PREFLIGHT_NOTE, sut.scope(), sentence(sut, type));
            }
        }
    }

    private String sentence(RunSuts.Started sut, TelemetrySourceType type) throws InterruptedException {
        String name = "the telemetry of " + sut.scope();
        try {
            Optional<LatestSamples.Elsewhere> elsewhere = LatestSamples.elsewhere(
                    type, sut.address(), name, setup.plan().agents());
            if (elsewhere.isPresent()) {
                return "Telemetry: " + elsewhere.get().sentence();
            }
            return sentence(LatestSamples.of(type, sut.address(), name));
        } catch (PluginCall.Failure e) {
            return e.sentence() + (e.sentence().endsWith(".") ? "" : ".")
                    + " A run would go on without this telemetry.";
        }
    }

    static String sentence(List<TelemetrySource.Sample> samples) {
        if (samples.isEmpty()) {
            return "Telemetry: the source answers, but has no sample yet.";
        }
        List<TelemetrySource.Sample> sorted = new ArrayList<>(samples);
        sorted.sort(Comparator.comparing(TelemetrySource.Sample::age));
        String shown = sorted.stream()
                .limit(SHOWN)
                .map(sample -> sample.series() + " "
                        + (Double.isFinite(sample.value())
                                ? Figures.text(sample.value(), sample.unit())
                                : "without a number")
                        + (sample.age().isZero()
                                ? ""
                                : " (" + Figures.text(sample.age().toMillis() / 1e3, "s") + " ago)"))
                .collect(Collectors.joining(", "));
        return "Telemetry, latest sample: " + shown
                + (sorted.size() > SHOWN ? ", and " + (sorted.size() - SHOWN) + " more." : ".");
    }
}
