// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.process.HostPort;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

/** Keys of a SUT of service {@code known-law}. The last one is for mode external, all other keys for mode embedded. */
public record KnownLawParameters(
        @Parameter(description = "Shape of the distribution of answer times.", defaultValue = "fixed")
        LatencyDistribution.Shape law,

        @Parameter(description = "Added to every draw.", defaultValue = "0ms", min = 0, max = 3_600_000)
        Duration shift,

        @Parameter(
                description = "The time itself (fixed), the width (uniform), the mean (exponential) or the median"
                        + " (lognormal), before the shift.",
                defaultValue = "10ms",
                min = 0,
                max = 3_600_000)
        Duration scale,

        @Parameter(
                description = "Standard deviation of the logarithm, for a lognormal law.",
                defaultValue = "0.5",
                min = 0,
                max = 5)
        double sigma,

        @Parameter(
                description = "Period of planned stalls, 0ms for none.",
                defaultValue = "0ms",
                min = 0,
                max = 3_600_000)
        Duration stallEvery,

        @Parameter(
                description = "How long the server stalls at the end of each period.",
                defaultValue = "0ms",
                min = 0,
                max = 3_600_000)
        Duration stallFor,

        @Parameter(
                description = "Added to each answer for each other workload that has sent questions, 0ms for none.",
                defaultValue = "0ms",
                min = 0,
                max = 3_600_000)
        Duration crowding,

        @Parameter(description = "Seed of the order of the draws.", defaultValue = "1")
        long seed,

        @Parameter(
                description = "Loopback port of the embedded server, 0 for a free one.",
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int port,

        @Parameter(description = "Host and port of an external server, such as sut.lab:7411.", defaultValue = "")
        String address) {
    static final String SERVICE = "known-law";

    LatencyDistribution latency() {
        return new LatencyDistribution(law, shift.toNanos(), scale.toNanos(), sigma);
    }

    StallPlan stalls() {
        return new StallPlan(stallEvery.toNanos(), stallFor.toNanos());
    }

    List<Finding> check(SutContext.Mode mode) {
        List<Finding> findings = new ArrayList<>();
        if (!stallEvery.isZero() && stallFor.compareTo(stallEvery) >= 0) {
            findings.add(Finding.problem("The server would never answer.", "Choose stallFor below stallEvery.")
                    .about("stallFor"));
        }
        if (stallEvery.isZero() && !stallFor.isZero()) {
            findings.add(Finding.problem("The stalls have no period.", "Set stallEvery as well.")
                    .about("stallFor"));
        }
        findings.addAll(
                new ModeKeys(mode).external("address", !address.isEmpty()).problems());
        if (mode == SutContext.Mode.EXTERNAL
                && !SutServiceType.isReference(address)
                && HostPort.of(address).isEmpty()) {
            findings.add(Finding.problem("An external server needs host and port.", "Write sut.lab:7411, for example.")
                    .about("address"));
        }
        return findings;
    }
}
