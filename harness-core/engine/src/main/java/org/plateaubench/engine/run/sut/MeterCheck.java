// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.sut;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.plateaubench.api.SutAddress;
import org.plateaubench.engine.plan.PlannedMeter;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.spi.TelemetrySource.Sample;
import org.plateaubench.spi.TelemetrySourceType;

/** Reads each power meter of a run once, for a check of the run before it begins. Not thread-safe. */
public final class MeterCheck {
    private static final String VOID = " A run begins nevertheless, but its power figures are void.";

    private final RunSetup setup;
    private final RunSuts suts;
    private final RunLog log;

    public MeterCheck(RunSetup setup, RunSuts suts, RunLog log) {
        this.setup = setup;
        this.suts = suts;
        this.log = log;
    }

    /** Reports the latest reading of each meter, or the reason why there is none, which does not prevent a run. */
    public void read() throws InterruptedException {
        for (PlannedMeter meter : setup.plan().meters()) {
            SutAddress address = suts.address(1, meter.sut());
            if (address != null) {
                log.event(EventType.PREFLIGHT_NOTE, "power/" + meter.name(), sentence(meter, address));
            }
        }
    }

    private String sentence(PlannedMeter meter, SutAddress address) throws InterruptedException {
        String failure = "";
        for (TelemetrySourceType type : setup.catalog().telemetrySources(address.service())) {
            String name = "meter " + meter.name();
            try {
                Optional<LatestSamples.Elsewhere> elsewhere = LatestSamples.elsewhere(
                        type, address, name, setup.plan().agents());
                if (elsewhere.isPresent()) {
                    return "This meter was not read here. "
                            + elsewhere.get().sentence()
                            + (elsewhere.get().isRead() ? "" : VOID);
                }
                Optional<Sample> latest = LatestSamples.of(type, address, name).stream()
                        .filter(sample -> sample.series().equals(meter.series()))
                        .min(Comparator.comparing(Sample::age));
                if (latest.isPresent()) {
                    return shown(meter, latest.get());
                }
                failure = "has no reading of series " + meter.series() + " now.";
            } catch (PluginCall.Failure e) {
                failure = "was not read: " + e.sentence();
            }
        }
        return failure.isEmpty() ? "SUT " + meter.sut() + " has no telemetry." : "This meter " + failure + VOID;
    }

    private static String shown(PlannedMeter meter, Sample sample) {
        boolean isOutside =
                !sample.cumulative() && (sample.value() < meter.fromWatts() || sample.value() > meter.toWatts());
        return String.format(
                Locale.ROOT,
                "%.1f %s, read %.1f s ago; at the %s, of %s.%s",
                sample.value(),
                sample.unit(),
                sample.age().toMillis() / 1e3,
                meter.at(),
                String.join(", ", meter.measures()),
                isOutside ? " This is outside the range that the run file gives." : "");
    }
}
