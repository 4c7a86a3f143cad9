// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
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
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.aggregate.ErrorRecord;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.file.Lines;
import org.plateaubench.engine.store.record.HistogramLog;
import org.plateaubench.engine.store.record.RunEvent;
import org.plateaubench.engine.store.record.RunRecords;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.HistogramTag;
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
        Map<HistogramTag, Long> counts = new LinkedHashMap<>();
        List<StoredInterval> intervals = intervals(counts);
        List<RunEvent> events = new ArrayList<>();
        read(StoredFile.EVENTS, line -> events.add(RunEvent.read(line)));
        Map<List<String>, ErrorRecord> errors = new LinkedHashMap<>();
        read(StoredFile.ERRORS, line -> {
            ErrorRecord error = Documents.read(line, ErrorRecord.class);
            errors.put(error.key(), error);
        });
        List<TelemetrySample> telemetry = new ArrayList<>();
        read(StoredFile.TELEMETRY, line -> telemetry.add(shared(Documents.read(line, TelemetrySample.class))));
        imported(events, telemetry);
        Manifest.check(folder, damage);
        if (!isSealed || !damage.isEmpty()) {
            checkHistograms(counts);
        }
        return new StoredRun(
                folder,
                folder.toAbsolutePath().normalize().getFileName().toString(),
                plan,
                environment(),
                intervals,
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

    /** Adds imported telemetry; events of the run itself stay at the beginning and the end of the list. */
    private void imported(List<RunEvent> events, List<TelemetrySample> telemetry) throws IOException {
        ImportedTelemetry.read(
                folder,
                new RunRecords() {
                    @Override
                    public void event(RunEvent event) {
                        events.add(Math.max(0, events.size() - 1), event);
                    }

                    @Override
                    public void telemetry(TelemetrySample point) {
                        telemetry.add(point);
                    }
                },
                damage);
    }

    private Map<String, Object> plan() throws IOException {
        Path file = StoredFile.PLAN.in(folder);
        try {
            return Documents.parse(text(file));
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

    private List<StoredInterval> intervals(Map<HistogramTag, Long> counts) throws IOException {
        Map<String, Map<Long, StoredInterval>> byAgent = new TreeMap<>();
        read(StoredFile.INTERVALS, line -> {
            StoredInterval interval = StoredInterval.read(line);
            Map<Long, StoredInterval> ofAgent = byAgent.computeIfAbsent(interval.agent(), agent -> new TreeMap<>());
            StoredInterval before = ofAgent.get(interval.sequence());
            if (before != null && before.state() != Delivery.MISSING) {
                throw new IllegalArgumentException(
                        "interval " + interval.sequence() + " of agent " + interval.agent() + " occurs twice");
            }
            HistogramLog.forEachTimes(
                    interval.workloads(),
                    (tag, times) -> counts.merge(tag, times.histogram().totalCount(), Long::sum));
            ofAgent.put(interval.sequence(), interval);
        });
        List<StoredInterval> intervals = new ArrayList<>();
        byAgent.values().forEach(ofAgent -> intervals.addAll(ofAgent.values()));
        intervals.sort(Comparator.comparingLong(StoredInterval::sequence).thenComparing(StoredInterval::agent));
        return intervals;
    }

    /**
     * Checks that the two interval files have the same number of values; otherwise percentiles would describe other
     * data.
     */
    private void checkHistograms(Map<HistogramTag, Long> counts) throws IOException {
        Map<HistogramTag, Long> logged = new LinkedHashMap<>();
        HistogramLog.read(
                StoredFile.HISTOGRAMS.in(folder),
                (startNanos, endNanos, tag, counted) -> logged.merge(tag, counted.total(), Long::sum),
                damage);
        logged.keySet().forEach(tag -> counts.putIfAbsent(tag, 0L));
        counts.forEach((tag, count) -> {
            long found = logged.getOrDefault(tag, 0L);
            if (found != count) {
                damage.add(StoredFile.HISTOGRAMS.fileName() + " holds " + found + " values of " + tag + ", "
                        + StoredFile.INTERVALS.fileName() + " counts " + count);
            }
        });
    }

    private void read(StoredFile file, Lines.Taker taker) throws IOException {
        Lines.read(file.in(folder), taker, damage);
    }
}
