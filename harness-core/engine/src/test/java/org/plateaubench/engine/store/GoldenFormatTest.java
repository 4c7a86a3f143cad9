// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.GoldenFile;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.wire.TelemetrySample;

/** The bytes of each file are a format that other tools read: a difference here is a new format. */
class GoldenFormatTest {
    @TempDir
    Path runs;

    @Test
    void everyFileMatchesTheGoldenFormat() throws Exception {
        try (RunFixture run = new RunFixture(runs)) {
            run.clock.set(1_500_000_000L);
            run.writer.event(new EventDetails.PhaseBegan("steady"), "", "Phase steady begins.");
            run.writer.telemetry(List.of(new TelemetrySample(1_500_000_000L, "sut/db", "cpu", 0.25, "share", false)));
            run.writer.errors(List.of(new ErrorRecord("1/store", "login", "timeout", "gave up", 2, 3, 4)));
            run.writer.missing("local", 0, 0, Samples.SECOND);
            run.writer.interval(Samples.snapshot(new Random(1), "local", 1, true), Delivery.LATE);
            for (StoredFile file : List.of(StoredFile.EVENTS, StoredFile.TELEMETRY, StoredFile.ERRORS)) {
                assertThat(Files.readString(run.folder.file(file)))
                        .as(file.fileName())
                        .isEqualTo(GoldenFile.text(GoldenFormatTest.class, file.fileName()));
            }
            StoredRun read = run.read();
            assertThat(printed(out -> IntervalExport.json(read, out)))
                    .isEqualTo(GoldenFile.text(GoldenFormatTest.class, "intervals.ndjson"));
            assertThat(HexFormat.of().formatHex(Files.readAllBytes(run.folder.file(StoredFile.INTERVALS))) + "\n")
                    .isEqualTo(GoldenFile.text(GoldenFormatTest.class, "intervals.hex"));
            // Compressed histograms depend on the platform's deflate, so only the text around them is compared.
            assertThat(withoutHistograms(printed(out -> IntervalExport.histograms(read, out))))
                    .isEqualTo(withoutHistograms(GoldenFile.text(GoldenFormatTest.class, "intervals.hlog")));
        }
    }

    static String printed(Consumer<PrintStream> text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        text.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String withoutHistograms(String log) {
        return log.replaceAll("(?m)^(Tag=[^,]+,[^,]+,[^,]+,[^,]+),.*$", "$1").replaceAll("(?m)^#\\[StartTime:.*$", "");
    }
}
