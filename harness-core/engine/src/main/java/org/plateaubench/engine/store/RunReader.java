// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.wire.IntervalBytes;
import org.plateaubench.wire.TelemetrySample;

/** Reads a run folder, even if its writer was killed or ran out of disk space. Not thread-safe. */
public final class RunReader {
    private final Path folder;
    private final List<String> damage = new ArrayList<>();

    private RunReader(Path folder) {
        this.folder = folder;
    }

    public static StoredRun read(Path folder) throws IOException {
        return new RunReader(folder).read();
    }

    private StoredRun read() throws IOException {
        Map<String, Object> plan = plan();
        boolean isSealed = Files.exists(StoredFile.MANIFEST.in(folder));
        List<RunEvent> events = new ArrayList<>();
        read(StoredFile.EVENTS, line -> events.add(RunEvent.read(line)));
        Map<List<String>, ErrorRecord> errors = new LinkedHashMap<>();
        read(StoredFile.ERRORS, line -> {
            ErrorRecord error = Documents.read(line, ErrorRecord.class);
            errors.put(error.key(), error);
        });
        List<TelemetrySample> telemetry = new ArrayList<>();
        read(StoredFile.TELEMETRY, line -> telemetry.add(shared(Documents.read(line, TelemetrySample.class))));
        // Events of the run itself stay at the beginning and the end of the list.
        ImportedTelemetry.read(
                folder, event -> events.add(Math.max(0, events.size() - 1), event), telemetry::add, damage);
        damage.addAll(Manifest.changes(folder));
        List<IntervalFile.Entry> entries = entries();
        if (!isSealed || !damage.isEmpty()) {
            entries.removeIf(entry -> !isComplete(entry));
        }
        return new StoredRun(
                folder,
                folder.toAbsolutePath().normalize().getFileName().toString(),
                plan,
                environment(),
                entries,
                events,
                List.copyOf(errors.values()),
                telemetry,
                damage,
                isSealed,
                Files.exists(StoredFile.RESULT.in(folder)));
    }

    /** A sample whose names are shared objects, because a run on large hosts has millions of samples. */
    private static TelemetrySample shared(TelemetrySample sample) {
        return new TelemetrySample(
                sample.runNanos(),
                sample.source().intern(),
                sample.series().intern(),
                sample.value(),
                sample.unit().intern(),
                sample.cumulative());
    }

    private Map<String, Object> plan() throws IOException {
        Path file = StoredFile.PLAN.in(folder);
        try {
            Map<String, Object> plan = Documents.parse(text(file));
            Documents.requireSchema(file, plan.get("schema"), RunPlan.SCHEMA);
            return plan;
        } catch (NoSuchFileException e) {
            throw new IOException(folder + " is not a run folder: it has no " + StoredFile.PLAN.fileName() + ".", e);
        } catch (IllegalArgumentException e) {
            if (Files.size(file) == 0) {
                throw new IOException(file + " is empty, so it is not known what this run was.", e);
            }
            throw new IOException(file + " cannot be read: " + e.getMessage() + ".", e);
        }
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new IOException(file + " cannot be read: it is not text in UTF-8.", e);
        }
    }

    private Map<String, Object> environment() throws IOException {
        Path file = StoredFile.ENVIRONMENT.in(folder);
        try {
            return Documents.parse(text(file));
        } catch (NoSuchFileException e) {
            damage.add(StoredFile.ENVIRONMENT.fileName() + " is missing");
        } catch (IllegalArgumentException e) {
            damage.add(StoredFile.ENVIRONMENT.fileName() + " is broken (" + e.getMessage() + ")");
        }
        return Map.of();
    }

    private List<IntervalFile.Entry> entries() throws IOException {
        Path path = StoredFile.INTERVALS.in(folder);
        Map<String, Map<Long, IntervalFile.Entry>> byAgent = new TreeMap<>();
        IntervalFile file = new IntervalFile(path);
        int before = damage.size();
        file.findNewRecords(
                entry -> {
                    StoredInterval header = entry.header();
                    IntervalFile.Entry known = byAgent.computeIfAbsent(header.agent(), agent -> new TreeMap<>())
                            .put(header.sequence(), entry);
                    if (known != null && known.header().state() != Delivery.MISSING) {
                        byAgent.get(header.agent()).put(header.sequence(), known);
                        damage.add(path.getFileName() + " has interval " + header.sequence() + " of agent "
                                + header.agent() + " twice; the second one is left out");
                    }
                },
                damage::add);
        if (damage.size() == before && Files.exists(path) && Files.size(path) > file.endOffset()) {
            damage.add(path.getFileName() + " was not written to its end; what follows byte " + file.endOffset()
                    + " is left out");
        }
        return byAgent.values().stream()
                .flatMap(ofAgent -> ofAgent.values().stream())
                .sorted(Comparator.comparingLong(
                                (IntervalFile.Entry entry) -> entry.header().startNanos())
                        .thenComparing(entry -> entry.header().agent()))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private boolean isComplete(IntervalFile.Entry entry) {
        int before = damage.size();
        try {
            new IntervalFile(StoredFile.INTERVALS.in(folder))
                    .read(
                            List.of(entry),
                            workload -> false,
                            IntervalBytes.Detail.COMPLETE,
                            interval -> {},
                            damage::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return damage.size() == before;
    }

    private void read(StoredFile file, Consumer<String> handler) throws IOException {
        Lines.read(file.in(folder), handler, damage);
    }
}
