// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.PlannedObserver;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.RunControllerTest;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToController;

/** An agent that tells as much as its run file permits is not cut off. */
final class RecordVolumeTest {
    private static final int PARTS = 16;
    private static final String PATH = "/kubepods.slice/" + "x".repeat(128) + "/cri-containerd-" + "0".repeat(64);

    /** An hour in intervals of a second, in which a host with 256 cores, 16 programs and 16 control groups is sampled. */
    private static RunPlan plan() throws WrongConfiguration {
        return RunControllerTest.observed(
                TestRuns.plan(TestRuns.PINGS, "run.interval=1s", "phases.steady=1h"),
                List.of(new PlannedObserver(
                        "db1", Collections.nCopies(PARTS, "postgres"), Collections.nCopies(PARTS, PATH))));
    }

    private static TelemetrySample sample(String series) {
        return new TelemetrySample(1, "host/db1.lab.example.org", series, 0.5, "switches/s", false);
    }

    private static ToController everything() {
        List<TelemetrySample> samples = new ArrayList<>();
        IntStream.range(0, 256).forEach(core -> samples.add(sample("cpu core " + core)));
        IntStream.range(0, 100).forEach(other -> samples.add(sample("disk nvme" + other + "n1 written")));
        for (int part = 0; part < PARTS; part++) {
            IntStream.range(0, 4).forEach(each -> samples.add(sample("process postgres resident memory")));
            IntStream.range(0, 11).forEach(each -> samples.add(sample("control group " + PATH + " memory")));
        }
        return new ToController.Telemetry(samples);
    }

    @Test
    void anObserverOfALargeHostIsHeardToTheEndOfALongRun() throws Exception {
        RecordVolume volume = new RecordVolume("db1", plan(), List.of());
        for (int interval = 0; interval < 3_605; interval++) {
            volume.add(everything());
        }
    }

    @Test
    void twiceAsMuchIsRefused() throws Exception {
        RecordVolume volume = new RecordVolume("db1", plan(), List.of());
        assertThatThrownBy(() -> {
                    for (int interval = 0; interval < 2 * 3_605; interval++) {
                        volume.add(everything());
                    }
                })
                .isInstanceOf(RefusedMessageException.class)
                .hasMessageStartingWith("records of more than ");
    }
}
