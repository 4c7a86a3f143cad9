// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that sysstat 12.6.1 and procps 4.0.2 have written; that of esxtop was written by hand, in its published format. */
final class TelemetryFileTest {
    @TempDir
    private Path folder = Path.of("");

    private static Path file(String name) throws URISyntaxException {
        return Path.of(TelemetryFileTest.class.getResource(name).toURI());
    }

    private static List<FileSample> read(Path file, @Nullable ZoneId zone, String... series) throws IOException {
        List<String> lines = TelemetryFile.lines(file);
        return TelemetryFile.of(file, lines).read(file, lines, new WantedSeries(List.of(series)), zone);
    }

    @Test
    void sadfHasTablesOfThingsAndOfTheHost() throws Exception {
        List<FileSample> samples = read(file("sadf.txt"), null);
        assertThat(samples)
                .contains(
                        new FileSample(Instant.parse("2026-11-26T05:30:59Z"), "cpu all %user", 53.77, "%"),
                        new FileSample(Instant.parse("2026-11-26T05:30:59Z"), "runq-sz", 27, "value"),
                        new FileSample(Instant.parse("2026-11-26T05:31:00Z"), "iface lo rxpck/s", 20353, "packets/s"));
        assertThat(read(file("sadf.txt"), null, "cpu *"))
                .hasSize(36)
                .allMatch(one -> one.series().startsWith("cpu all"));
    }

    @Test
    void vmstatHasTheZoneInItsHeadAndNoSampleSinceTheStartOfTheHost() throws Exception {
        List<FileSample> samples = read(file("vmstat.txt"), null, "us", "in");
        assertThat(samples)
                .hasSize(10)
                .startsWith(
                        new FileSample(Instant.parse("2026-11-26T05:30:59Z"), "in", 3438, "interrupts/s"),
                        new FileSample(Instant.parse("2026-11-26T05:30:59Z"), "us", 82, "%"));
        assertThat(read(file("vmstat.txt"), ZoneId.of("Europe/Berlin"), "us")
                        .getFirst()
                        .at())
                .isEqualTo("2026-11-26T04:30:59Z");
        assertThatThrownBy(() -> read(file("vmstat-without-time.txt"), null))
                .hasMessageContaining("vmstat-without-time.txt:2: its lines have no time");
    }

    @Test
    void esxtopHasCountersWithoutTheirHost() throws Exception {
        assertThat(read(file("esxtop.csv"), null, "*_Total*"))
                .containsExactly(
                        new FileSample(
                                Instant.parse("2026-11-26T05:30:55Z"),
                                "Physical Cpu(_Total) % Processor Time",
                                12.34,
                                "%"),
                        new FileSample(
                                Instant.parse("2026-11-26T05:31:00Z"),
                                "Physical Cpu(_Total) % Processor Time",
                                23.45,
                                "%"));
        String other = Files.readString(file("esxtop.csv"));
        assertThatThrownBy(() -> read(
                        Files.writeString(folder.resolve("zoned.csv"), other.replace("(UTC)(0)", "(EST)(300)")), null))
                .hasMessageContaining("zoned.csv:1: its times are of the zone 'EST'");
        assertThatThrownBy(
                        () -> read(Files.writeString(folder.resolve("cut.csv"), other.replace(",\"10200\"", "")), null))
                .hasMessageContaining("cut.csv:3: it has 2 values, and the head names 3");
    }

    @Test
    void whatIsNoneOfTheseIsRefusedWithPlace() throws Exception {
        assertThatThrownBy(() -> read(Files.writeString(folder.resolve("empty"), ""), null))
                .hasMessageContaining("empty:1: this is not output of");
        assertThatThrownBy(() -> read(folder.resolve("none"), null)).hasMessageContaining("There is no file");
        String sadf = Files.readString(file("sadf.txt"));
        assertThatThrownBy(() -> read(Files.writeString(folder.resolve("local"), sadf.replace(" UTC", "")), null))
                .hasMessageContaining("local:2: '2026-11-26 05:30:59' is not a time in UTC");
        assertThatThrownBy(() -> read(Files.writeString(folder.resolve("broken"), sadf.replace("53.77", "x")), null))
                .hasMessageContaining("broken:2: 'x' is not a number");
    }
}
