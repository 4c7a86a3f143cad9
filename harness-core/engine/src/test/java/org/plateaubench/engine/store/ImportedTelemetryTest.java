// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.wire.TelemetrySample;

/** Telemetry that is added after a run has no digest, so it must contain only what an import may contain. */
final class ImportedTelemetryTest {
    private static final TelemetrySample IMPORTED = new TelemetrySample(5, "imported/sar", "cpu", 1, "%", false);

    @TempDir
    private Path folder;

    private final List<RunEvent> events = new ArrayList<>();
    private final List<TelemetrySample> samples = new ArrayList<>();
    private final List<String> damage = new ArrayList<>();
    private Path file = Path.of("");

    @BeforeEach
    void add() throws IOException {
        RunEvent start = new RunEvent(Instant.EPOCH, 0L, EventType.RUN_STARTED.label(), "", "It began.", Map.of());
        file = ImportedTelemetry.write(RunFolder.of(folder), "sar", start, "From sar.", "sadf -d", List.of(IMPORTED));
    }

    private void read() throws IOException {
        ImportedTelemetry.read(folder, events::add, samples::add, damage);
    }

    @Test
    void importIsRead() throws IOException {
        read();

        assertThat(events).extracting(RunEvent::scope).containsExactly("imported/sar");
        assertThat(samples).containsExactly(IMPORTED);
        assertThat(damage).isEmpty();
    }

    @Test
    void sampleOfAnotherSourceIsDamage() throws IOException {
        TelemetrySample clock = new TelemetrySample(5, "agent/load1", "clock-departure", 0, "ms", false);
        Files.writeString(file, Files.readString(file) + Documents.line(clock) + "\n");

        read();

        assertThat(samples).containsExactly(IMPORTED);
        assertThat(damage).singleElement().asString().contains("sar.ndjson");
    }

    @Test
    void eventOfAnotherTypeIsDamage() throws IOException {
        Files.writeString(
                file, Files.readString(file).replace(EventType.SOURCE_READ.label(), EventType.RECONCILIATION.label()));

        read();

        assertThat(events).isEmpty();
        assertThat(damage).singleElement().asString().contains("sar.ndjson");
    }

    @Test
    void brokenImportIsNamedWithTheRemedy() throws IOException {
        Files.writeString(file, Files.readString(file) + "{\n");

        read();

        assertThat(samples).containsExactly(IMPORTED);
        assertThat(damage)
                .singleElement()
                .asString()
                .startsWith("imported/sar.ndjson is broken at byte ")
                .endsWith(
                        "remove imported/sar.ndjson from its folder, or import it again with ./plateau telemetry import)");
        assertThat(ImportedTelemetry.isDamage(damage.getFirst())).isTrue();
    }
}
