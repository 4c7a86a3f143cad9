// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Mix;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.YamlText;
import org.plateaubench.engine.plan.PlannedWorkload;

/** What is written of a load in the form of a run file is read as the same load. */
final class WrittenLoadTest {
    private static final Duration MEAN = Duration.ofSeconds(1);

    private static PlannedWorkload read(String key, Object written) throws WrongConfiguration {
        return TestRuns.plan("""
                        run: { name: written }
                        phases: { steady: 5m }
                        workloads:
                          store: { plugin: shop, load: { users: 4 } }
                        """, "workloads.store." + key + "=" + YamlText.value(written))
                .workloads()
                .getFirst();
    }

    static Stream<Distribution> distributions() {
        return Stream.of(
                new Distribution.Fixed(Duration.ofNanos(1_500)),
                new Distribution.Uniform(Duration.ZERO, Duration.ofMinutes(90)),
                Distribution.Exponential.ofMean(MEAN),
                new Distribution.Exponential(MEAN, Duration.ofMillis(10), null, Duration.ZERO),
                new Distribution.Exponential(MEAN, Duration.ZERO, Duration.ofSeconds(5), Duration.ZERO),
                new Distribution.Exponential(MEAN, Duration.ZERO, null, Duration.ofMillis(3)),
                new Distribution.Exponential(MEAN, Duration.ofMillis(10), Duration.ofSeconds(5), Duration.ofMillis(3)));
    }

    @ParameterizedTest
    @MethodSource("distributions")
    void aDistributionIsReadAsItWasWritten(Distribution distribution) throws WrongConfiguration {
        assertThat(read("load.think", DistributionType.written(distribution)).pacing())
                .extractingByKey("order")
                .satisfies(pacing -> assertThat(pacing.gap()).isEqualTo(distribution));
    }

    static Stream<Mix> mixes() {
        return Stream.of(
                new Mix.Flat(Map.of("order", 2.5, "browse", 1.0)),
                new Mix.Sequence(List.of("browse", "order", "browse")),
                new Mix.Matrix(List.of("order", "browse"), List.of(List.of(0.0, 1.0), List.of(0.25, 0.75))));
    }

    @ParameterizedTest
    @MethodSource("mixes")
    void aMixIsReadAsItWasWritten(Mix mix) throws WrongConfiguration {
        assertThat(read("mix", MixType.written(mix)).mix()).isEqualTo(mix);
    }
}
