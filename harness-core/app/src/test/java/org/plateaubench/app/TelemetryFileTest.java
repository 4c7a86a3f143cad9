// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

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
import org.plateaubench.app.TelemetryFile.Sample;

/**
 * {@code sadf.txt} was written by sysstat 12.6.1. All other files were written by hand, by the documentation of their
 * tools and by public files of them.
 */
final class TelemetryFileTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final String RESTART = "h;-1;2026-11-29 12:11:00 UTC;LINUX-RESTART\t(2 CPU)\n";
    private static final String CPU = """
            # hostname;interval;timestamp;CPU;%user;%idle
            h;1;2026-11-29 12:11:17 UTC;-1;10.66;85.28
            """;

    @TempDir
    private Path folder = Path.of("");

    private static Path file(String name) throws URISyntaxException {
        return Path.of(TelemetryFileTest.class.getResource(name).toURI());
    }

    private TelemetryFile.Content read(String text, @Nullable ZoneId zone) throws IOException {
        return TelemetryImport.content(
                TelemetryFile.read(Files.writeString(folder.resolve("file"), text), List.of(), zone));
    }

    private static List<Sample> read(Path file, String... series) throws IOException {
        return TelemetryImport.content(TelemetryFile.read(file, List.of(series), null))
                .samples();
    }

    private Instant firstTime(String time, @Nullable ZoneId zone) throws IOException {
        return read("time,load\n" + time + ",1\n", zone).samples().getFirst().at();
    }

    @Test
    void sadfDeviceAndHostTablesAreRead() throws Exception {
        assertThat(read(file("sadf.txt")))
                .contains(
                        new Sample(Instant.parse("2026-11-26T05:30:59Z"), "cpu all %user", 53.77, "%"),
                        new Sample(Instant.parse("2026-11-26T05:30:59Z"), "runq-sz", 27, "value"),
                        new Sample(Instant.parse("2026-11-26T05:31:00Z"), "iface lo rxpck/s", 20353, "packets/s"));
        assertThat(read(file("sadf.txt"), "cpu *"))
                .hasSize(36)
                .allMatch(sample -> sample.series().startsWith("cpu all"));
    }

    @Test
    void sadfRestartsAndCommentsAreSkipped() throws IOException {
        TelemetryFile.Content content = read(RESTART + CPU + "h;-1;2026-11-29 12:11:20 UTC;COM a;b\n", null);
        assertThat(content.samples())
                .containsExactly(
                        new Sample(Instant.parse("2026-11-29T12:11:17Z"), "cpu all %user", 10.66, "%"),
                        new Sample(Instant.parse("2026-11-29T12:11:17Z"), "cpu all %idle", 85.28, "%"));
        assertThat(content.leftOut()).isEmpty();
    }

    @Test
    void unknownSadfTableIsSkippedAndReported() throws IOException {
        TelemetryFile.Content content = read(CPU + """
                # hostname;interval;timestamp;INTR;CPU*
                h;1;2026-11-29 12:11:17 UTC;sum;319.30;57.67;118.29
                # hostname;interval;timestamp;TEMP;DEVICE;degC
                h;1;2026-11-29 12:11:17 UTC;1;coretemp;40.00
                """, null);
        assertThat(content.samples()).hasSize(2);
        assertThat(content.leftOut()).containsExactly("table INTR;CPU*", "table TEMP;DEVICE;degC");
    }

    @Test
    void sadfEpochAndLocalTimesAreRead() throws IOException {
        Instant noon = Instant.parse("2026-11-29T12:11:17Z");
        assertThat(read(CPU.replace("2026-11-29 12:11:17 UTC", "1795954277"), null)
                        .samples())
                .allMatch(sample -> sample.at().equals(noon));
        String local = CPU.replace("12:11:17 UTC", "13:11:17");
        assertThat(read(local, BERLIN).samples()).allMatch(sample -> sample.at().equals(noon));
        assertThatThrownBy(() -> read(local, null))
                .hasMessageEndingWith("file:2: the time '2026-11-29 13:11:17' has no zone; name it with --zone, such as"
                        + " --zone Europe/Berlin.");
    }

    @Test
    void esxtopCountersOmitTheHost() throws Exception {
        assertThat(read(file("esxtop.csv"), "*_Total*"))
                .containsExactly(
                        new Sample(
                                Instant.parse("2026-11-26T05:30:55Z"),
                                "Physical Cpu(_Total) % Processor Time",
                                12.34,
                                "%"),
                        new Sample(
                                Instant.parse("2026-11-26T05:31:00Z"),
                                "Physical Cpu(_Total) % Processor Time",
                                23.45,
                                "%"));
    }

    @Test
    void unquotedAndIncompleteEsxtopLinesAreAccepted() throws IOException {
        TelemetryFile.Content content = read("""
                "(PDH-CSV 4.0) (UTC)(0)","\\\\esx1.lab\\Memory\\Free MBytes","\\\\esx1.lab\\Power(0)\\Aperf"
                "05/15/2018 02:13:06","1.06",    73.9
                "05/15/2018 02:13:11","2.0
                """, null);
        Instant at = Instant.parse("2018-05-15T02:13:06Z");
        assertThat(content.samples())
                .containsExactly(
                        new Sample(at, "Memory Free MBytes", 1.06, "value"),
                        new Sample(at, "Power(0) Aperf", 73.9, "value"));
        assertThat(content.leftOut()).containsExactly("the last line, which is incomplete");
    }

    @Test
    void typeperfMillisecondsAndMissingValuesAreRead() throws IOException {
        String typeperf = """
                "(PDH-CSV 4.0)","\\\\DB1\\Processor(_Total)\\% Processor Time","\\\\DB1\\Memory\\Available MBytes"
                "11/26/2026 05:30:55.123"," ","2048.000000"
                "11/26/2026 05:30:56.130","12.500000","2047.000000"
                """;
        assertThat(read(typeperf, BERLIN).samples())
                .containsExactly(
                        new Sample(Instant.parse("2026-11-26T04:30:55.123Z"), "Memory Available MBytes", 2048, "value"),
                        new Sample(
                                Instant.parse("2026-11-26T04:30:56.130Z"),
                                "Processor(_Total) % Processor Time",
                                12.5,
                                "%"),
                        new Sample(
                                Instant.parse("2026-11-26T04:30:56.130Z"), "Memory Available MBytes", 2047, "value"));
        assertThatThrownBy(() -> read(typeperf, null))
                .hasMessageContaining("file:2: the time '11/26/2026 05:30:55.123' has no zone");
        assertThatThrownBy(() -> read(typeperf.replace("4.0)", "4.0) (Eastern Standard Time)(300)"), null))
                .hasMessageContaining("has no zone");
    }

    @Test
    void collectlDateAndTimeColumnsAreRead() throws IOException {
        assertThat(read("""
                        ################################################################################
                        # Collectl:   V4.3.1-1  HiRes: 1  Options: -scd -P --sep ,
                        ################################################################################
                        #Date,Time,[CPU]User%,[DSK]ReadTot
                        20261126,05:30:55.001,12,3
                        """, ZoneId.of("UTC")).samples())
                .containsExactly(
                        new Sample(Instant.parse("2026-11-26T05:30:55.001Z"), "[CPU]User%", 12, "%"),
                        new Sample(Instant.parse("2026-11-26T05:30:55.001Z"), "[DSK]ReadTot", 3, "value"));
    }

    @Test
    void csvTimesAreIsoOrEpoch() throws IOException {
        Instant at = Instant.parse("2026-11-29T12:11:17.500Z");
        for (String time : List.of(
                "2026-11-29T12:11:17.500Z",
                "2026-11-29T13:11:17.5+01:00",
                "2026-11-29 12:11:17.5 UTC",
                "1795954277.5",
                "1795954277500")) {
            assertThat(firstTime(time, null)).as(time).isEqualTo(at);
        }
        assertThat(firstTime("2026-11-29T13:11:17.500", BERLIN)).isEqualTo(at);
        assertThatThrownBy(() -> firstTime("11/29/2026 12:11:17", BERLIN))
                .hasMessageContaining("file:2: '11/29/2026 12:11:17' is not a time");
    }

    @Test
    void repeatedOrSkippedLocalTimeIsRefused() {
        for (String time : List.of("2026-10-25 02:30:00", "2026-03-29 02:30:00")) {
            assertThatThrownBy(() -> firstTime(time, BERLIN))
                    .hasMessageContaining("'" + time + "' is in an hour that clocks of Europe/Berlin repeat or skip");
        }
    }

    @Test
    void malformedFileIsRefusedWithLocation() {
        assertThatThrownBy(() -> read("", null)).hasMessageContaining("file:1: this is neither output of sadf -d nor");
        assertThatThrownBy(() -> read("nothing of the kind\n", null))
                .hasMessageContaining("file:1: this is neither output of sadf -d nor");
        assertThatThrownBy(() -> TelemetryFile.read(folder.resolve("none"), List.of(), null))
                .hasMessageContaining("There is no file");
        assertThatThrownBy(() -> read("time,load\n2026-11-29T12:11:17Z,x\n", null))
                .hasMessageContaining("file:2: 'x' is not a number");
        assertThatThrownBy(() -> read("time,load\n2026-11-29T12:11:17Z\n2026-11-29T12:11:18Z,1\n", null))
                .hasMessageContaining("file:2: it has 1 values, and the heading names 2");
    }
}
