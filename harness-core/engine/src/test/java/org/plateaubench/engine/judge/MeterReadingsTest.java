// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.config.key.PlannedMeter;
import org.plateaubench.engine.judge.PowerFigures.MeterReadings;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.wire.TelemetrySample;

/** Readings are valid for a window of 2 to 22 s when they cover it without a gap and are in the range of the meter. */
final class MeterReadingsTest {
    private static final double NO_READING = Double.NaN;
    private static final long SECOND = 1_000_000_000L;
    private static final Window WINDOW =
            new Window(2 * SECOND, 22 * SECOND, Instant.EPOCH.plusSeconds(2), Instant.EPOCH.plusSeconds(22));

    private static MeterReadings read(
            LongToDoubleFunction value, String unit, boolean cumulative, int tiles, Duration every) {
        PlannedMeter meter =
                new PlannedMeter("rack", "bmc", true, "power", List.of("db1"), "wall", 1, 0, 10, 500, every);
        List<TelemetrySample> telemetry = new ArrayList<>();
        for (long at = 0; at < 24; at++) {
            if (!Double.isNaN(value.applyAsDouble(at))) {
                String source = tiles == 1 ? "sut/bmc" : "sut/1/bmc";
                telemetry.add(
                        new TelemetrySample(at * SECOND, source, "power", value.applyAsDouble(at), unit, cumulative));
                telemetry.add(new TelemetrySample(at * SECOND, "sut/other", "power", 900, "W", false));
            }
        }
        return MeterReadings.of(meter, telemetry, tiles, Duration.ofSeconds(1));
    }

    private static @Nullable String problem(LongToDoubleFunction watts) {
        return read(watts, "W", false, 1, Duration.ofSeconds(1)).reasonVoid(WINDOW);
    }

    private static @Nullable String flawOfTotal(LongToDoubleFunction joules) {
        return read(joules, "J", true, 1, Duration.ofSeconds(1)).reasonVoid(WINDOW);
    }

    @Test
    void consecutiveMissingReadingsAreAGap() {
        assertThat(problem(at -> at == 9 ? NO_READING : 100)).isNull();
        assertThat(problem(at -> at == 9 || at == 10 ? NO_READING : 100))
                .isEqualTo("Meter rack has no reading from 8.0 to 11.0 s.");
    }

    @Test
    void readingsMustCoverTheWindow() {
        assertThat(problem(at -> at < 4 ? NO_READING : 100)).isEqualTo("Meter rack has no reading from 2.0 to 4.0 s.");
        assertThat(problem(at -> at < 3 ? NO_READING : 100)).isEqualTo("Meter rack has no reading from 2.0 to 3.0 s.");
        assertThat(problem(at -> at > 20 ? NO_READING : 100))
                .isEqualTo("Meter rack has no reading from 20.0 to 22.0 s.");
        assertThat(problem(at -> at > 0 ? NO_READING : 100)).isEqualTo("Meter rack has no reading from 2.0 to 22.0 s.");
        assertThat(problem(at -> NO_READING)).isEqualTo("Meter rack has no reading from 2.0 to 22.0 s.");
    }

    @Test
    void slowMeterHasGapsByItsOwnInterval() {
        LongToDoubleFunction fourth = at -> at % 4 == 0 ? 100 : NO_READING;
        assertThat(problem(fourth)).isEqualTo("Meter rack has no reading from 2.0 to 4.0 s.");
        assertThat(read(at -> at % 4 == 2 ? 100 : NO_READING, "W", false, 1, Duration.ofSeconds(4))
                        .reasonVoid(WINDOW))
                .isNull();
    }

    @Test
    void repeatedReadingHasAClockErrorOfItsInterval() {
        assertThat(read(at -> 100, "W", false, 1, Duration.ofSeconds(1)).clockErrorMs())
                .isZero();
        assertThat(read(at -> 100, "W", false, 1, Duration.ofSeconds(10)).clockErrorMs())
                .isEqualTo(10_000);
        assertThat(read(at -> at % 4 == 2 ? 100 : NO_READING, "W", false, 1, Duration.ofSeconds(4))
                        .clockErrorMs())
                .as("each is given once")
                .isZero();
    }

    @Test
    void readingOutsideTheRangeIsReported() {
        assertThat(problem(at -> at == 9 ? 501 : 100))
                .isEqualTo("Meter rack read 501 W at 9.0 s, outside its range of 10 to 500 W.");
        assertThat(problem(at -> at == 9 ? 9.9 : 100)).contains("read 9.90 W at 9.0 s");
        assertThat(problem(at -> at == 1 || at == 23 ? 900 : 100)).isNull();
    }

    @Test
    void totalIsCheckedByItsGrowth() {
        assertThat(flawOfTotal(at -> 7_000 + 250 * at)).isNull();
        assertThat(flawOfTotal(at -> at < 9 ? 250 * at : 250 * (at - 9)))
                .isEqualTo("Meter rack began to count again between 8.0 and 9.0 s.");
        assertThat(flawOfTotal(at -> at < 9 ? 250 * at : 250 * at + 400)).contains("read 650 W at 9.0 s, outside");
        assertThat(read(at -> 7_000 + 250 * at, "J", true, 1, Duration.ofSeconds(1))
                        .energy(WINDOW)
                        .joules())
                .isCloseTo(5_000, within(1e-6));
    }

    @Test
    void unknownPowerUnitIsReported() {
        assertThat(read(at -> 100, "%", false, 1, Duration.ofSeconds(1)).reasonVoid(WINDOW))
                .isEqualTo("Meter rack has series power in '%', which is neither a level in W nor a total in J.");
    }

    /** A meter exists once and belongs to the first tile. */
    @Test
    void meterOfTheFirstTileCoversAllTiles() {
        assertThat(read(at -> 100, "W", false, 3, Duration.ofSeconds(1)).reasonVoid(WINDOW))
                .isNull();
    }
}
