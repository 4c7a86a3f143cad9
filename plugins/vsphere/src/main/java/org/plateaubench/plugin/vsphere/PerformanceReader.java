// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads counters and their real-time samples. Not thread-safe. */
final class PerformanceReader {
    /** Length of a real-time interval, which is the shortest one. */
    private static final int REAL_TIME_SECONDS = 20;

    private final SoapConnection connection;
    private final PropertyCollector collector;
    private final ManagedObject manager;

    PerformanceReader(SoapConnection connection, PropertyCollector collector, ManagedObject manager) {
        this.connection = connection;
        this.collector = collector;
        this.manager = manager;
    }

    List<PerformanceCounter> counters() throws IOException, InterruptedException {
        XmlElement descriptions =
                collector.of(manager, List.of("perfCounter")).values().get("perfCounter");
        if (descriptions == null) {
            throw new IOException("The server has no counters.");
        }
        List<PerformanceCounter> counters = new ArrayList<>();
        for (XmlElement description : descriptions.children("PerfCounterInfo")) {
            counters.add(new PerformanceCounter(
                    number(description.text("key")),
                    description.text("groupInfo", "key") + "." + description.text("nameInfo", "key") + "."
                            + description.text("rollupType"),
                    description.text("unitInfo", "key")));
        }
        return counters;
    }

    private static int number(String text) throws IOException {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IOException("The server answers '" + text + "' instead of a number.", e);
        }
    }

    List<PerformanceSample> samples(List<ManagedObject> entities, List<PerformanceCounter> counters, int maxSamples)
            throws IOException, InterruptedException {
        XmlElement answer = connection.call(
                "QueryPerf",
                manager,
                text -> entities.forEach(entity -> text.element("querySpec", () -> {
                    text.reference("entity", entity).value("maxSample", maxSamples);
                    counters.forEach(counter -> text.element(
                            "metricId",
                            () -> text.value("counterId", counter.key()).value("instance", "")));
                    text.value("intervalId", REAL_TIME_SECONDS).value("format", "csv");
                })));
        Map<Integer, PerformanceCounter> byKey = new HashMap<>();
        counters.forEach(counter -> byKey.put(counter.key(), counter));
        List<PerformanceSample> samples = new ArrayList<>();
        for (XmlElement metrics : answer.children("returnval")) {
            add(metrics, byKey, samples);
        }
        return samples;
    }

    /** Adds the samples of one object: instants as {@code 20,2026-11-26T01:02:20Z,20,...}, values as {@code 12,13,...}. */
    private static void add(XmlElement metrics, Map<Integer, PerformanceCounter> byKey, List<PerformanceSample> samples)
            throws IOException {
        Optional<ManagedObject> entity = metrics.child("entity").map(XmlElement::reference);
        String[] instantTexts = metrics.text("sampleInfoCSV").split(",", -1);
        List<Instant> instants = new ArrayList<>();
        for (int i = 1; i < instantTexts.length; i += 2) {
            instants.add(XmlElement.instant(instantTexts[i]));
        }
        for (XmlElement series : metrics.children("value")) {
            PerformanceCounter counter = byKey.get(number(series.text("id", "counterId")));
            // Selects values of the object as a whole, not of single processors or disks.
            if (counter == null
                    || entity.isEmpty()
                    || !series.text("id", "instance").isEmpty()) {
                continue;
            }
            String[] values = series.text("value").split(",", -1);
            for (int i = 0; i < Math.min(values.length, instants.size()); i++) {
                if (!values[i].isEmpty()) {
                    double value = number(values[i]);
                    // The API reports a negative number if there is no value.
                    if (value >= 0) {
                        samples.add(new PerformanceSample(entity.get(), counter, instants.get(i), value));
                    }
                }
            }
        }
    }

    /**
     * A counter of the performance manager.
     *
     * @param key number of the counter, which differs between versions of vCenter Server
     * @param name group, name and roll-up, such as {@code cpu.usage.average}
     * @param unit unit of its values in the vSphere API, such as {@code percent}, which means hundredths of a percent
     */
    record PerformanceCounter(int key, String name, String unit) {}

    /**
     * One value of one counter of one object.
     *
     * @param at end of the sampled interval, on the server's clock
     * @param value as the server reports it, in the unit of its counter
     */
    record PerformanceSample(ManagedObject entity, PerformanceCounter counter, Instant at, double value) {}
}
